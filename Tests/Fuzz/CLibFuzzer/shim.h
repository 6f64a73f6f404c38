#include <stddef.h>
#include <stdint.h>

/* libFuzzer's main loop, of which there is no header: reads its options, then calls `target` with one input after the other. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *bytes, size_t count));
