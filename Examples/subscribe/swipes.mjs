#!/usr/bin/env node
// Prints a line for each swipe, for example "swipe left 2". Needs Node.js without packages.
import net from "node:net";

const path = process.argv[2] ?? "/run/gestured/gestured.sock";
const call = { method: "org.gestured.Gestures.Subscribe", parameters: { notation: "swipe" }, more: true };

// Without characters that control the terminal.
const printable = (text) => text.replace(/\p{C}/gu, "?");

function handle(reply) {
    if (reply.error) {
        console.error(printable(`${reply.error} ${JSON.stringify(reply.parameters)}`));
        process.exit(1);
    }
    const { event } = reply.parameters;
    if (event) console.log(printable(`swipe ${event.direction} ${event.fingers}`));
}

function subscribe() {
    const socket = net.connect(path, () => socket.write(JSON.stringify(call) + "\0"));
    let waiting = "";
    socket.setEncoding("utf8");
    socket.on("data", (part) => {
        const messages = (waiting + part).split("\0");
        waiting = messages.pop();
        messages.map((message) => JSON.parse(message)).forEach(handle);
        // No message of the service is larger.
        if (waiting.length > 1 << 20) socket.destroy(new Error(`${path}: a message of more than 1 MiB`));
    });
    socket.on("error", (error) => console.error(error.message));
    // After a restart of the service.
    socket.on("close", () => setTimeout(subscribe, 1000));
}

subscribe();
