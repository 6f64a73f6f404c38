// Prints a line for each swipe, for example "swipe left 2". Needs json-c.
#include <err.h>
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char call[] = "{\"method\":\"org.gestured.Gestures.Subscribe\","
                           "\"parameters\":{\"notation\":\"swipe\"},\"more\":true}";

static void handle(const char *message) {
    struct json_object *reply = json_tokener_parse(message), *event;
    if (json_object_object_get_ex(reply, "error", NULL)) errx(1, "%s", message);
    if (json_object_object_get_ex(json_object_object_get(reply, "parameters"), "event", &event))
        printf("swipe %s %d\n", json_object_get_string(json_object_object_get(event, "direction")),
               json_object_get_int(json_object_object_get(event, "fingers")));
    fflush(stdout);
    json_object_put(reply);
}

int main(int count, char **words) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", count > 1 ? words[1] : "/run/gestured/gestured.sock");
    for (;; sleep(1)) { // The service restarts: connect again.
        FILE *stream = fdopen(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "r");
        if (connect(fileno(stream), (struct sockaddr *)&address, sizeof address) ||
            send(fileno(stream), call, sizeof call, MSG_NOSIGNAL) != sizeof call) // with the NUL byte at its end
            perror(address.sun_path);
        static char message[1 << 20]; // No message of the service is larger.
        size_t size = 0;
        for (int byte; size < sizeof message && (byte = getc(stream)) != EOF;)
            if (!(message[size++] = byte)) handle(message), size = 0;
        if (size == sizeof message) warnx("%s: a message of more than 1 MiB", address.sun_path);
        fclose(stream);
    }
}
