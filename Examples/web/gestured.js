/**
 * Gestures from gestured, through bridge.mjs. Events "state" and "gesture" have the object of the service in `detail`;
 * "connected" and "disconnected" say whether the service can be reached. Gestures that have not ended count as cancelled when
 * the connection is lost.
 *
 *     const touch = new Gestures({ notation: "swipe" });
 *     touch.addEventListener("gesture", ({ detail }) => console.log(detail.direction));
 */
export class Gestures extends EventTarget {
    #parameters;
    #base;
    #source;
    #timer;

    /**
     * @param parameters those of org.gestured.Gestures.Subscribe: see gestured-varlink(7)
     * @param base the address of the bridge
     */
    constructor(parameters = {}, base = new URL(".", import.meta.url)) {
        super();
        this.#parameters = parameters;
        this.#base = base;
        this.#connect();
    }

    close() {
        clearTimeout(this.#timer);
        this.#source.close();
    }

    #connect() {
        const url = new URL("events", this.#base);
        url.searchParams.set("parameters", JSON.stringify(this.#parameters));
        this.#source = new EventSource(url);
        for (const name of ["state", "gesture"]) {
            this.#source.addEventListener(name, ({ data }) => {
                if (name === "state") this.dispatchEvent(new CustomEvent("connected"));
                this.dispatchEvent(new CustomEvent(name, { detail: JSON.parse(data) }));
            });
        }
        this.#source.onerror = () => {
            // The browser connects again by itself after a broken stream, but not after a refusal, and does not say why it was refused.
            const isRefused = this.#source.readyState === EventSource.CLOSED;
            this.#source.close();
            this.#timer = setTimeout(() => this.#connect(), 1000);
            this.dispatchEvent(new CustomEvent("disconnected"));
            if (isRefused) fetch(url).then(async (reply) => reply.ok ? reply.body.cancel() : console.error(await reply.text()), () => {});
        };
    }
}

/** The point of an event on a page that fills the screen, in CSS pixels. */
export function pagePoint({ x, y }) {
    return { x: x * innerWidth, y: y * innerHeight };
}

/** Reports to the bridge every ten seconds that this page runs. A watchdog gets the result from GET /alive. */
export function reportAlive(base = new URL(".", import.meta.url)) {
    const report = () => fetch(new URL("alive", base), { method: "POST" }).catch(() => {});
    report();
    setInterval(report, 10_000);
}
