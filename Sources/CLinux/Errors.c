#define _GNU_SOURCE  // strerrordesc_np
#include "CLinux.h"

const char *linux_error_message(int error) {
    const char *message = strerrordesc_np(error);
    return message ? message : "unknown error";
}
