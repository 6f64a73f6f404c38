// The measured program, and the connections for its messages: a pipe from its standard output, clients of its socket, or a device
// whose frames are the messages. All functions end the measurement with a message if the program exits or misbehaves.
#pragma once

#include "clients.h" // MAX_CLIENTS

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct program {
    char **command;
    enum { LINES, CLIENTS, ORIGINAL, CLONE } source; // where its messages arrive: the last two are the device and its clone
    const char *socket; // the socket for clients
    int clients;
    const char *ready; // text in its first message or in a line that shows that it uses the device; null: none
    const char *node; // the node of the device
};

// Starts the program and its clients. Returns the time in ns until the first client knows that the device is in use. If the
// program does not report that, returns the time until it waits for events of the device, to a millisecond; if its messages are the
// frames of a device, the time until that can be read.
int64_t start_program(const struct program *program);
void stop_program(void);

// Waits until every client has received a message. Returns the time when the last one had read it, or -1 if that took too long.
int64_t hear(int64_t until);

// For one client, counted from 0: the first waits for data and returns whether there is any; the second reads it and returns the
// number of bytes, or 0 if there is none.
bool await_client(int client, int64_t until);
size_t read_client(int client, char *buffer, size_t size);

// Reads all waiting messages of all clients.
void drain(void);

int64_t cpu_time(void); // ns
long wake_ups(void); // context switches, voluntary or not
long memory(const char *key); // kB; key as in smaps_rollup

int64_t now(void); // CLOCK_MONOTONIC, ns
void sleep_until(int64_t time);
