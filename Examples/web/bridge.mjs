#!/usr/bin/env node
// Serves gestures to web pages on this machine, as server-sent events:
// bridge.mjs [--port N] [--user NAME]... [--origin URL]... [--socket PATH]
//
// Only browsers of the given users, of root, and of the user who runs it can connect: touches are not for every account of the machine.
//
// Each GET /events?parameters=JSON subscribes with these parameters of org.gestured.Gestures.Subscribe. The first event is the
// "state", each further one a "gesture". GET /alive succeeds if a page has sent POST /alive, or this program has started, in the
// last 90 s. GET / and GET /gestured.js are files beside this program.
import { existsSync, readFile, readFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { parseArgs } from "node:util";

// Wrong options, or a port that is in use. Anything else is a mistake in this program.
process.on("uncaughtException", (error) => {
    console.error(`bridge: ${error.code ? error.message : error.stack}`);
    process.exit(1);
});
const { values: options } = parseArgs({
    options: {
        port: { type: "string", default: "8642" },
        // The users whose browsers can connect.
        user: { type: "string", multiple: true, default: [] },
        // The origins of pages of other servers that can subscribe, for example https://kiosk.example.
        origin: { type: "string", multiple: true, default: [] },
        socket: { type: "string", default: "/run/gestured/gestured.sock" },
    },
});
if (!/^[0-9]+$/.test(options.port) || Number(options.port) > 65535) fail(`--port ${options.port}: expected a number up to 65535`);
for (const origin of options.origin) {
    const url = URL.canParse(origin) ? new URL(origin) : {};
    if (url.origin !== origin.replace(/\/$/, "")) fail(`--origin ${origin}: expected a scheme and a host, as in https://kiosk.example`);
}
// Browsers leave out the port 80.
const own = ["127.0.0.1", "localhost"].map((name) => options.port === "80" ? name : `${name}:${options.port}`);
const origins = [...own.map((host) => `http://${host}`), ...options.origin.map((origin) => origin.replace(/\/$/, ""))];
const users = [0, process.getuid(), ...options.user.map(userId)];
const files = { "/": ["index.html", "text/html"], "/gestured.js": ["gestured.js", "text/javascript"] };
const largestMessage = 1 << 20;
const largestBacklog = 1 << 18;
// A browser opens at most six connections to a server, and needs some for its other requests.
const mostPages = 4;
const longestSilence = 90_000;
let pages = 0;
// The start counts as a report, because the pages report later.
let lastReport = performance.now();

const server = http.createServer((request, response) => {
    // The user of the connection is not allowed, and has the answer already.
    if (!request.socket.writable) return;
    const { host, origin } = request.headers;
    const shared = origin ? { "Access-Control-Allow-Origin": origin, Vary: "Origin" } : {};
    const refuse = (status, reason) => response.writeHead(status, { "Content-Type": "text/plain" }).end(reason + "\n");
    // A page of another site could have its own name resolve to this address: then Host is that name.
    if (!own.includes(host)) return refuse(421, `Host is ${host}, expected ${own[0]}`);
    if (origin && !origins.includes(origin)) return refuse(403, `pages of ${origin} are not allowed: see --origin`);
    if (!URL.canParse(request.url, `http://${host}`)) return refuse(400, "expected a path");
    const url = new URL(request.url, `http://${host}`);
    if (url.pathname === "/alive" && request.method === "POST") {
        lastReport = performance.now();
        return response.writeHead(204, shared).end();
    }
    if (request.method !== "GET") return refuse(405, "expected GET");
    if (url.pathname === "/alive") {
        const silence = performance.now() - lastReport;
        if (silence > longestSilence) return refuse(503, "no page reports");
        return response.writeHead(204, shared).end();
    }
    if (url.pathname === "/events") {
        // Another site could embed the stream as an image, for which browsers send no Origin.
        if (!origin && !["same-origin", "none", undefined].includes(request.headers["sec-fetch-site"])) {
            return refuse(403, "expected Origin");
        }
        return events(url.searchParams.get("parameters") ?? "{}", response, shared, refuse);
    }
    const file = files[url.pathname];
    if (!file) return refuse(404, `${url.pathname} not found`);
    readFile(new URL(file[0], import.meta.url), (error, text) => {
        if (error) return refuse(404, error.message);
        response.writeHead(200, { "Content-Type": file[1], "X-Content-Type-Options": "nosniff", ...shared }).end(text);
    });
});

function fail(reason) {
    throw Object.assign(new Error(reason), { code: "EOPTION" });
}

/** The number of a user, who can also be given by it. */
function userId(name) {
    if (/^[0-9]+$/.test(name)) return Number(name);
    const account = readFileSync("/etc/passwd", "utf8").split("\n").map((line) => line.split(":")).find(([user]) => user === name);
    if (!account) fail(`--user ${name}: no such user`);
    return Number(account[2]);
}

/**
 * Whether a connection comes from one of the users. The kernel lists both ends of it in /proc/self/net/tcp, each with its state and its
 * user. An end that is closed already has no user, which reads like root: only established ones (01) count.
 */
function isAllowed({ remotePort, localPort }) {
    const end = (port) => `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;
    const lines = readFileSync("/proc/self/net/tcp", "latin1").split("\n").map((line) => line.trim().split(/\s+/));
    const line = lines.find(([, from, to, state]) => state === "01" && from === end(remotePort) && to === end(localPort));
    return line !== undefined && users.includes(Number(line[7]));
}

// Before anything is read, so that other users take no place.
server.on("connection", (socket) => {
    if (!isAllowed(socket)) socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\nthis user is not allowed: see --user\n");
});

/** Subscribes for one page, until the page or the service closes its connection. */
function events(text, response, shared, refuse) {
    let parameters;
    try {
        parameters = JSON.parse(text);
    } catch (error) {
        return refuse(400, `parameters: ${error.message}`);
    }
    if (pages >= mostPages) return refuse(503, `more than ${mostPages} subscriptions: ask for several gestures in one`);
    pages += 1;
    const service = net.connect(options.socket);
    let waiting = "";
    service.setEncoding("utf8");
    service.on("connect", () => {
        service.write(JSON.stringify({ method: "org.gestured.Gestures.Subscribe", parameters, more: true }) + "\0");
    });
    service.on("data", (part) => {
        const messages = (waiting + part).split("\0");
        waiting = messages.pop();
        for (const message of messages) reply(JSON.parse(message));
        // A page that does not read, or a reply that never ends.
        if (waiting.length > largestMessage || response.writableLength > largestBacklog) response.destroy();
    });
    service.on("error", (error) => response.headersSent || refuse(503, `${options.socket}: ${error.message}`));
    service.on("close", () => response.headersSent ? response.end() : refuse(502, "the service closed the connection"));
    response.on("close", () => {
        pages -= 1;
        service.destroy();
    });

    function reply({ error, parameters }) {
        if (error) return response.headersSent ? response.end() : refuse(400, `${error} ${JSON.stringify(parameters)}`);
        if (!response.headersSent) {
            response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store", ...shared });
        }
        for (const [name, value] of Object.entries(parameters)) {
            response.write(`event: ${name === "event" ? "gesture" : name}\ndata: ${JSON.stringify(value)}\n\n`);
        }
    }
}

server.listen(Number(options.port), "127.0.0.1", () => {
    console.log(`bridge: http://${own[0]}/`);
    // The service may start later.
    if (!existsSync(options.socket)) console.error(`bridge: ${options.socket} does not exist: pages wait until the service runs`);
});
