// Unix sockets. In C, because struct sockaddr_un is filled byte by byte and passed as another type, and accept4() and struct ucred
// need _GNU_SOURCE.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Creates a non-blocking stream socket that listens at PATH. Its file is created with MODE. Returns the descriptor, or -errno;
/// -ENAMETOOLONG if PATH does not fit into a socket address.
int linux_listen(const char *path, mode_t mode);

/// Limits how many clients of a listening socket wait to be accepted. linux_listen() has done it. Returns -1 after an error.
int linux_limit_queue(int listener);

/// Returns whether FD is a Unix stream socket that listens.
int linux_is_listening(int fd);

/// Accepts a connection as a non-blocking socket. Returns the descriptor, or -errno.
int linux_accept(int listener);

/// Receives from a client without waiting, like recv(). Descriptors that it passes are closed, for which the service waits no longer
/// than a millisecond.
ssize_t linux_receive(int fd, void *buffer, size_t size);

/// Closes the connection of a client, and waits for descriptors that it has passed no longer than a millisecond.
void linux_close_client(int fd);

/// Returns how long the service has waited because clients passed descriptors, in all, without those that took less than a millisecond.
int64_t linux_discard_microseconds(void);

/// Connects a blocking stream socket to PATH. Returns the descriptor, or -errno.
int linux_connect(const char *path);

/// Connects a non-blocking stream socket to PATH. Returns the descriptor, or -errno; -EAGAIN if too many connections wait to be
/// accepted.
int linux_connect_nonblocking(const char *path);

/// Connects a blocking datagram socket to the address of LENGTH bytes, which begins with a null byte if it is abstract. Sending
/// blocks for at most SECONDS. Returns the descriptor, or -errno.
int linux_connect_datagram(const char *address, size_t length, int seconds);

/// Sends a datagram to PATH without blocking. Returns 0, or -errno.
int linux_send_datagram(const char *path, const void *datagram, size_t size);

/// Gets the credentials of the peer. Returns 0, or -errno.
int linux_peer(int fd, pid_t *pid, uid_t *uid, gid_t *gid);

/// Gets at most COUNT supplementary groups of the peer. Returns how many the peer has, or -errno.
int linux_peer_groups(int fd, gid_t *groups, int count);
