// The program that is measured, and the ends at which what it says arrives: a pipe from its standard output, or clients of its
// socket. All functions end the measurement with a word if it ends, or does not do what it is to do.
#pragma once

#include "clients.h" // MAX_CLIENTS

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct program {
    char **command;
    const char *socket; // where its clients subscribe; null: it prints lines
    int clients;
    const char *ready; // what its first message, or a line of it, contains once it uses the device; null: it says nothing
    const char *node; // the device's
};

// Starts it with its clients. Returns how long it took until it used the device and the first client knew, in ns. Where it
// says nothing of the kind, until it waits for events of the device, to a millisecond.
int64_t start_program(const struct program *program);
void stop_program(void);

// Waits until every client has got a message. Returns when the last of them had read it, or -1 if that was not until then.
int64_t hear(int64_t until);

// Of one client, counted from 0: waits until there is something to read, returns whether there is; reads it, returns the number of
// bytes, 0 if there is nothing.
bool await_client(int client, int64_t until);
size_t read_client(int client, char *buffer, size_t size);

// Reads what has come to all clients.
void drain(void);

int64_t cpu_time(void); // ns
long wake_ups(void); // context switches, voluntary or not
long memory(const char *key); // kB; key as in smaps_rollup

int64_t now(void); // CLOCK_MONOTONIC, ns
void sleep_until(int64_t time);
