// The clients of a minimal service, which call it as they call gestured. Each client gets all messages. There are no queues: the
// service waits for a client that does not read.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { MAX_CLIENTS = 1024 };

// Listens at `path`, sends the greeting to each new client, and calls `read_input` when epoll reports these events of `input`.
_Noreturn void serve(const char *path, const void *greeting, size_t size, int input, uint32_t events, void (*read_input)(void));

void send_to_all(const void *message, size_t size);
