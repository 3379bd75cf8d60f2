// What the server does for a script: users, HTTP, the log, the system's variables and secrets.

const methods = (object, table) => {
    for (const name of Object.keys(table)) Object.defineProperty(object, name, { value: table[name] });
    return object;
};

const makeIdentity = (given) => {
    /** Once the user is found, the id says who it is: another may have the name later. */
    let id = null;
    const read = () => {
        const user = ask("identity.find", id ?? String(given));
        id ??= user && user.universalId;
        return user;
    };
    const known = () => id ?? ((read(), id) ?? String(given));
    const writes = [];
    const identity = {
        exists: () => read() !== null,
        getName: () => { const user = read(); return user && user.name; },
        getUniversalId: () => { const user = read(); return user && user.universalId; },
        getAttributeValues: (name) => JavaList.of(ask("identity.read", known(), String(name))),
        setAttribute: (name, values) => { writes.push({ name: String(name), values: texts(values), adds: false }); },
        addAttribute: (name, value) => { writes.push({ name: String(name), values: [String(value)], adds: true }); },
        store: () => {
            ask("identity.write", known(), writes);
            writes.length = 0;
        },
    };
    return identity;
};

const idRepository = { getIdentity: makeIdentity };

const legacyIDRepository = {
    getIdentity: makeIdentity,
    getAttribute: (user, name) => JavaSet.of(ask("identity.read", String(user), String(name))),
    setAttribute: (user, name, values) => {
        ask("identity.write", String(user), [{ name: String(name), values: texts(values), adds: false }]);
    },
    addAttribute: (user, name, value) => {
        ask("identity.write", String(user), [{ name: String(name), values: [String(value)], adds: true }]);
    },
};

/** A record that isn't there reads as null; every other failure is an exception. */
const openidm = Object.fromEntries(["create", "read", "update", "patch", "delete", "query", "action"].map((verb) => [
    verb, (...values) => java(ask(`openidm.${verb}`, ...values.map((value) => (value === undefined ? null : value)))),
]));

/** A thing that is there already, where Java has a promise of it. */
const future = (value) => {
    const promise = {
        get: () => value, getOrThrow: () => value, getOrThrowUninterruptibly: () => value, getOrThrowIfInterrupted: () => value,
        then: (use) => future(use(value)), thenOnResult: (use) => { use(value); return promise; },
    };
    return promise;
};

const parameters = (body) =>
    new Map(String(body).split("&").filter(Boolean).map((pair) => pair.split("=").map((part) => decodeURIComponent(part.replace(/\+/g, " ")))));
const encodeForm = (form) =>
    Object.keys(form).map((key) => `${encodeURIComponent(key)}=${encodeURIComponent(form[key])}`).join("&");

const headersOf = (answer) => {
    const headers = CaselessMap.of(answer.headers.map(([name, values]) => [name, values]));
    return methods(headers, { getFirst: (name) => { const values = headers.get(name); return values && values[0]; } });
};

/** The next generation's `httpClient`. */
const httpClient = {
    send: (url, options = {}) => {
        const headers = Object.entries(options.headers || {}).filter(([name]) => name.toLowerCase() !== "authorization");
        const add = (name, value) => {
            if (!headers.some(([given]) => given.toLowerCase() === name.toLowerCase())) headers.push([name, value]);
        };
        let body = null;
        if (options.token) headers.push(["Authorization", `Bearer ${options.token}`]);
        if (options.form) {
            body = encodeForm(options.form);
            add("Content-Type", "application/x-www-form-urlencoded");
        } else if (options.body !== undefined && options.body !== null) {
            const isText = typeof options.body === "string";
            body = isText ? options.body : stringify(options.body, (_, value) => (value === undefined ? null : value));
            if (!isText) add("Content-Type", "application/json");
        }
        const answer = ask("http.send", {
            url: String(url), method: String(options.method || "GET"), headers: headers.map(([name, value]) => [name, String(value)]), body,
        });
        return future({
            status: answer.status, ok: answer.status >= 200 && answer.status < 300, statusText: answer.reason, headers: headersOf(answer),
            text: () => answer.body, json: () => java(parse(answer.body)), formData: () => java(Object.fromEntries(parameters(answer.body))),
        });
    },
};

/** `org.forgerock.http.protocol.Request`. */
class HTTPRequest {
    #entity = new HTTPEntity("");
    #headers = new HTTPHeaders();
    #method = "GET";
    #uri = "";
    setUri(uri) { this.#uri = String(uri); return this; }
    getUri() { return this.#uri; }
    setMethod(method) { this.#method = String(method); return this; }
    getMethod() { return this.#method; }
    getHeaders() { return this.#headers; }
    addHeaders(...headers) { for (const header of headers) this.#headers.put(header); return this; }
    getEntity() { return this.#entity; }
    setEntity(value) {
        this.#entity = new HTTPEntity(typeof value === "string" ? value : stringify(value));
        if (typeof value !== "string" && !this.#headers.get("Content-Type")) this.#headers.put("Content-Type", "application/json");
        return this;
    }
    get uri() { return this.#uri; }
    set uri(uri) { this.setUri(uri); }
    get method() { return this.#method; }
    set method(method) { this.setMethod(method); }
    get headers() { return this.#headers; }
    get entity() { return this.#entity; }
    set entity(value) { this.setEntity(value); }
}

class HTTPEntity {
    #text;
    constructor(text_) { this.#text = text_; }
    setString(value) { this.#text = String(value); }
    setJson(value) { this.#text = stringify(value); }
    getString() { return this.#text; }
    getJson() { return java(parse(this.#text)); }
    getForm() { return java(Object.fromEntries(parameters(this.#text))); }
    toString() { return this.#text; }
    get string() { return this.#text; }
    get json() { return this.getJson(); }
}

class HTTPHeaders {
    #entries = [];
    add(name, value) { this.#entries.push([String(name), String(value)]); }
    put(name, value) {
        this.remove(name);
        this.add(name, value);
    }
    remove(name) { this.#entries = this.#entries.filter(([given]) => given.toLowerCase() !== String(name).toLowerCase()); }
    get(name) {
        const values = this.#entries.filter(([given]) => given.toLowerCase() === String(name).toLowerCase()).map(([, value]) => value);
        return values.length ? JavaList.of(values) : null;
    }
    getFirst(name) { const values = this.get(name); return values && values[0]; }
    toJSON() { return this.#entries; }
}

/** The old generation's `httpClient`. */
const legacyHTTPClient = {
    send: (request) => {
        const answer = ask("http.send", {
            url: request.getUri(), method: request.getMethod(), headers: request.getHeaders(), body: request.getEntity().getString() || null,
        });
        const status = { getCode: () => answer.status, getReasonPhrase: () => answer.reason, isSuccessful: () => answer.status >= 200 && answer.status < 300 };
        const entity = new HTTPEntity(answer.body);
        const headers = headersOf(answer);
        return future({
            getStatus: () => status, getEntity: () => entity, getHeaders: () => headers, close: () => {}, status, entity, headers,
        });
    },
};

const makeLogger = (name, isEnabled) => {
    const log = (level) => (message, ...values) => {
        if (!isEnabled) return;
        const last = values[values.length - 1];
        const stack = last instanceof Error ? `: ${last.message}` : "";
        host("log", stringify([level, format(message, values) + stack]));
    };
    const enabled = () => isEnabled;
    return {
        next: {
            trace: log("trace"), debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error"), isTraceEnabled: enabled,
            isDebugEnabled: enabled, isInfoEnabled: enabled, isWarnEnabled: enabled, isErrorEnabled: enabled, getName: () => name,
        },
        legacy: {
            message: log("debug"), warning: log("warn"), error: log("error"), messageEnabled: enabled, warningEnabled: enabled,
            errorEnabled: enabled,
        },
    };
};

const readVariable = (value, type) => {
    switch (String((type && type.javaName) || type || "string").toLowerCase().replace(/^.*\./, "")) {
    case "number": case "integer": case "double": case "long": return Number(value);
    case "boolean": return value === "true";
    case "array": case "list": case "object": case "map": return java(parse(value));
    default: return value;
    }
};

const systemEnv = {
    getProperty: (name, other, type) => {
        const value = ask("system.property", String(name));
        if (value === null) return other === undefined ? null : other;
        return readVariable(value, type);
    },
};

const unknownSecret = (id) => { throw new Error(`there is no secret scripted.node.${id}`); };
const secrets = Object.fromEntries(
    ["getGenericSecret", "getSigningKey", "getVerificationKey", "getEncryptionKey", "getDecryptionKey"].map((name) => [name, unknownSecret]));

/** Libraries, each run once: its `exports`. */
const makeRequire = (globals) => {
    const loaded = new Map();
    return (name) => {
        if (!loaded.has(name)) {
            const exports = {};
            loaded.set(name, exports);
            const names = Object.keys(globals);
            const library = new Function("exports", ...names, "require", ask("script.library", String(name)));
            library.call(exports, exports, ...names.map((key) => globals[key]), makeRequire(globals));
        }
        return loaded.get(name);
    };
};
