// The journey's state (`docs/protocols/journey-nodes.md` 3.1): two containers. What the server calls secure reads as transient here.

const OBJECT_ATTRIBUTES = "objectAttributes";

/** What scripts of the old generation get from `nodeState`: a value that must be asked for by its type. */
class JsonValue {
    #value;
    constructor(value) { this.#value = value === undefined ? null : value; }
    static json(value) { return new JsonValue(value); }
    static object(...pairs) {
        const map = new JavaMap();
        for (let i = 0; i + 1 < pairs.length; i += 2) map.put(pairs[i], pairs[i + 1]);
        return map;
    }
    static field(key, value) { return new JsonValue(JsonValue.object(key, value)); }
    static array(...values) { return JavaList.of(values); }

    #as(type, what) {
        if (this.#value !== null && typeof this.#value !== type) throw new TypeError(`Expecting a ${what}`);
        return this.#value;
    }
    #whole() {
        const number = this.#as("number", "Number");
        return number === null ? null : Math.trunc(number);
    }
    asString() { return this.#as("string", "String"); }
    asBoolean() { return this.#as("boolean", "Boolean"); }
    asInteger() { return this.#whole(); }
    asLong() { return this.#whole(); }
    asDouble() { return this.#as("number", "Number"); }
    asNumber() { return this.#as("number", "Number"); }
    asMap() {
        if (this.#value !== null && !this.isMap()) throw new TypeError("Expecting a Map");
        return this.#value;
    }
    asList() {
        if (this.#value !== null && !this.isList()) throw new TypeError("Expecting a List");
        return this.#value;
    }
    asCollection() { return this.asList(); }
    getObject() { return this.#value; }
    get(key) { return new JsonValue(this.isDefined(key) ? this.#value[key] : null); }
    put(key, value) { setOwn(this.#value, key, java(plain(value))); return this; }
    add(...values) {
        if (values.length === 2) return this.put(values[0], values[1]);
        this.asList().push(java(plain(values[0])));
        return this;
    }
    remove(key) { delete this.#value[key]; }
    isDefined(key) { return this.#value !== null && typeof this.#value === "object" && has(this.#value, key); }
    isNull() { return this.#value === null; }
    isNotNull() { return this.#value !== null; }
    isString() { return typeof this.#value === "string"; }
    isNumber() { return typeof this.#value === "number"; }
    isBoolean() { return typeof this.#value === "boolean"; }
    isList() { return Array.isArray(this.#value); }
    isCollection() { return this.isList(); }
    isMap() { return this.#value !== null && typeof this.#value === "object" && !this.isList(); }
    keys() { return JavaSet.of(this.#value !== null && typeof this.#value === "object" ? Object.keys(this.#value) : []); }
    size() { return this.keys().size(); }
    defaultTo(other) { return this.isNull() ? new JsonValue(other) : this; }
    required() {
        if (this.isNull()) throw new TypeError("Expecting a value");
        return this;
    }
    iterator() { return iterator(this.isList() ? this.#value.map((element) => new JsonValue(element)) : []); }
    toJSON() { return this.#value; }
    toString() { return stringify(this.#value); }
}

/** The state's two containers, what scripts do with them, and in the end what they changed. */
const makeState = (given) => {
    const containers = { shared: java(given.shared), transient: java(given.transient) };
    const texts = {};
    for (const name of ["shared", "transient"]) {
        texts[name] = new Map(Object.keys(containers[name]).map((key) => [key, stringify(containers[name][key])]));
    }

    const find = (key) =>
        has(containers.transient, key) ? containers.transient[key] : has(containers.shared, key) ? containers.shared[key] : null;
    const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
    const findObject = (key) => {
        const parts = [containers.shared[key], containers.transient[key]].filter(isMap);
        return parts.length ? java(plain(Object.assign({}, ...parts))) : find(key);
    };
    const put = (name, key, value) => setOwn(containers[name], key, java(plain(value)));
    const merge = (name, object) => {
        const other = name === "shared" ? "transient" : "shared";
        const entries = plain(object);
        for (const key of Object.keys(entries)) {
            if (isMap(entries[key]) && key !== OBJECT_ATTRIBUTES) throw new TypeError(`Nested object ${key} is not a registered container`);
        }
        for (const key of Object.keys(entries)) {
            if (key === OBJECT_ATTRIBUTES && isMap(entries[key])) {
                for (const attribute of Object.keys(entries[key])) delete (containers[other][key] || {})[attribute];
                put(name, key, { ...containers[name][key], ...entries[key] });
            } else {
                delete containers[other][key];
                put(name, key, entries[key]);
            }
        }
    };

    const access = (wrap) => {
        const nodeState = {
            get: (key) => { const value = find(key); return value === null ? null : wrap(value); },
            getObject: (key) => { const value = findObject(key); return value === null ? null : wrap(value); },
            isDefined: (key) => find(key) !== null,
            keys: () => JavaSet.of([...Object.keys(containers.shared), ...Object.keys(containers.transient)]),
            putShared: (key, value) => { put("shared", key, value); return nodeState; },
            putTransient: (key, value) => { put("transient", key, value); return nodeState; },
            mergeShared: (object) => { merge("shared", object); return nodeState; },
            mergeTransient: (object) => { merge("transient", object); return nodeState; },
            remove: (key) => { delete containers.shared[key]; delete containers.transient[key]; },
        };
        return nodeState;
    };

    /** The members of a container that are new or other than before, and the names of those that are gone. */
    const changes = (name) => {
        const container = containers[name];
        const set = {};
        for (const key of Object.keys(container)) {
            const text = stringify(container[key]);
            if (text !== undefined && text !== texts[name].get(key)) setOwn(set, key, parse(text));
        }
        return { set, removed: [...texts[name].keys()].filter((key) => !has(container, key)) };
    };

    const replace = (name, value) => {
        const entries = plain(value);
        containers[name].clear();
        for (const key of Object.keys(entries)) put(name, key, entries[key]);
    };

    return {
        next: () => access((value) => (typeof value === "object" ? java(plain(value)) : value)),
        legacy: () => access((value) => new JsonValue(value)),
        shared: containers.shared,
        transient: containers.transient,
        replace,
        changes: () => ({ shared: changes("shared"), transient: changes("transient") }),
    };
};
