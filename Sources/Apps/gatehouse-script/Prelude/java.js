// Stand-ins for the Java classes that scripts of the old generation name. Every other class of a package is there as well, and only
// complains when it is used: an importer may name it for nothing.

/** The callbacks' classes, by their wire types. */
const makeCallbackClasses = () => {
    const make = (describer, constants = {}) => {
        const Class = function (...values) { Object.assign(this, describer(...values)); };
        return Object.assign(Class, constants);
    };
    const messageTypes = { INFORMATION: 0, WARNING: 1, ERROR: 2 };
    const confirmationConstants = {
        ...messageTypes, UNSPECIFIED_OPTION: -1, YES_NO_OPTION: 0, YES_NO_CANCEL_OPTION: 1, OK_CANCEL_OPTION: 2, YES: 0, NO: 1, CANCEL: 2,
        OK: 3,
    };
    const PollingWaitCallback = make(describe.pollingWaitCallback);
    PollingWaitCallback.makeCallback = () => {
        const parts = {};
        const builder = {
            withWaitTime: (value) => { parts.wait = value; return builder; },
            withMessage: (value) => { parts.message = value; return builder; },
            build: () => new PollingWaitCallback(parts.wait, parts.message),
        };
        return builder;
    };
    const classes = {
        NameCallback: make(describe.nameCallback),
        PasswordCallback: make(describe.passwordCallback),
        ChoiceCallback: make(describe.choiceCallback),
        ConfirmationCallback: make(describe.confirmationCallback, confirmationConstants),
        TextOutputCallback: make(describe.textOutputCallback, messageTypes),
        TextInputCallback: make(describe.textInputCallback),
        LanguageCallback: make(describe.languageCallback),
        HiddenValueCallback: make(describe.hiddenValueCallback),
        ScriptTextOutputCallback: make(describe.scriptTextOutputCallback),
        SuspendedTextOutputCallback: make(describe.suspendedTextOutputCallback, messageTypes),
        MetadataCallback: make(describe.metadataCallback),
        RedirectCallback: make(describe.redirectCallback),
        HttpCallback: make(describe.httpCallback),
        X509CertificateCallback: make(describe.x509CertificateCallback),
        StringAttributeInputCallback: make(describe.stringAttributeInputCallback),
        NumberAttributeInputCallback: make(describe.numberAttributeInputCallback),
        BooleanAttributeInputCallback: make(describe.booleanAttributeInputCallback),
        IdPCallback: make(describe.idPCallback),
        PollingWaitCallback,
        SelectIdPCallback: make(describe.selectIdPCallback),
        ValidatedUsernameCallback: make(describe.validatedUsernameCallback),
        ValidatedPasswordCallback: make(describe.validatedPasswordCallback),
        ValidatedCreateUsernameCallback: make(describe.validatedUsernameCallback),
        ValidatedCreatePasswordCallback: make(describe.validatedPasswordCallback),
        KbaCreateCallback: make(describe.kbaCreateCallback),
        TermsAndConditionsCallback: make(describe.termsAndConditionsCallback),
        ConsentMappingCallback: make(describe.consentMappingCallback),
        DeviceProfileCallback: make(describe.deviceProfileCallback),
    };
    return withMethods(classes);
};

const pick = (object, ...names) => Object.fromEntries(names.map((name) => [name, object[name]]));

const uuid = (value) => ({ toString: () => value, toJSON: () => value });

class MessageDigest {
    #algorithm;
    #bytes = [];
    constructor(algorithm) { this.#algorithm = algorithm; }
    static getInstance(algorithm) { return new MessageDigest(String(algorithm)); }
    update(data) { this.#bytes.push(...bytesOf(data)); }
    digest(data) {
        if (data !== undefined) this.update(data);
        const result = digest(this.#algorithm, this.#bytes);
        this.#bytes = [];
        return result;
    }
}

class SecureRandom {
    nextBytes(array) { utils.crypto.getRandomValues(array); }
    nextInt(bound) {
        const range = bound === undefined ? 2 ** 32 : bound;
        const whole = 2 ** 48;
        for (;;) {
            const value = randomBytes(6).reduce((sum, byte) => sum * 256 + byte, 0);
            // What is left over beyond the last whole multiple would favour small numbers.
            if (value < whole - (whole % range)) return bound === undefined ? (value % range) | 0 : value % range;
        }
    }
}

const javaUtil = () => ({
    ArrayList: class extends JavaList { constructor(source) { super(); if (typeof source === "object" && source) this.addAll(source); } },
    LinkedList: class extends JavaList {},
    HashSet: class extends JavaSet { constructor(source) { super(); if (typeof source === "object" && source) this.addAll(source); } },
    LinkedHashSet: class extends JavaSet { constructor(source) { super(); if (typeof source === "object" && source) this.addAll(source); } },
    TreeSet: class extends JavaSet { add(value) { const isNew = super.add(value); this.sort(); return isNew; } },
    HashMap: class extends JavaMap { constructor(source) { super(); if (typeof source === "object" && source) this.putAll(source); } },
    LinkedHashMap: class extends JavaMap { constructor(source) { super(); if (typeof source === "object" && source) this.putAll(source); } },
    TreeMap: class extends JavaMap { keySet() { return JavaSet.of(Object.keys(this).sort()); } },
    Arrays: { asList: (...values) => JavaList.of(values.length === 1 && Array.isArray(values[0]) ? values[0] : values), toString: (values) => JavaList.of(values).toString() },
    Collections: {
        emptyList: () => JavaList.of([]), emptyMap: () => new JavaMap(), emptySet: () => JavaSet.of([]), singletonList: (value) => JavaList.of([value]),
        singleton: (value) => JavaSet.of([value]), singletonMap: (key, value) => { const map = new JavaMap(); map.put(key, value); return map; },
        unmodifiableList: (value) => value, unmodifiableMap: (value) => value, sort: (values) => { values.sort(); },
    },
    UUID: { randomUUID: () => uuid(randomUUID()), fromString: (value) => uuid(String(value)) },
    Date: class extends Date {
        before(other) { return this.getTime() < other.getTime(); }
        after(other) { return this.getTime() > other.getTime(); }
    },
    Base64: {
        getEncoder: () => ({ encodeToString: (bytes) => encode64(bytesOf(bytes)) }),
        getDecoder: () => ({ decode: (value) => decode64(value).map(signed) }),
        getUrlEncoder: () => ({ encodeToString: (bytes) => encode64(bytesOf(bytes)).replace(/\+/g, "-").replace(/\//g, "_"), withoutPadding() { return { encodeToString: (bytes) => urlSafe(encode64(bytesOf(bytes))) }; } }),
        getUrlDecoder: () => ({ decode: (value) => decode64(value).map(signed) }),
    },
    Objects: { equals: same, isNull: (value) => value === null || value === undefined, nonNull: (value) => value !== null && value !== undefined },
});

/** `java.lang.String`: called or made, it gives a text; also of bytes and characters. */
const JavaString = Object.assign(function (value = "") {
    const result = Array.isArray(value) && typeof value[0] === "number" ? utf8Text(value) : String(value);
    return new.target ? new String(result) : result;
}, {
    valueOf: (value) => String(value), join: (separator, values) => Array.from(values).join(separator),
    format: (template, ...values) => { let next = 0; return String(template).replace(/%[sd]/g, () => String(values[next++])); },
});

const numeric = (javaName, read) => Object.assign(function (value) { return new.target ? new Number(read(value)) : read(value); }, {
    javaName, valueOf: read, toString: String, [`parse${javaName === "Integer" ? "Int" : javaName}`]: read, MAX_VALUE: javaName === "Integer" ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER,
});

const whole = (value) => {
    const result = Number(value);
    if (!Number.isFinite(result)) throw new TypeError(`For input string: "${value}"`);
    return Math.trunc(result);
};

const JavaException = class extends Error { getMessage() { return this.message; } };

const javaLang = () => ({
    String: JavaString, Integer: numeric("Integer", whole), Long: numeric("Long", whole), Short: numeric("Short", whole),
    Double: numeric("Double", Number), Float: numeric("Float", Number),
    Boolean: Object.assign(function (value) { return flag(value); }, { javaName: "Boolean", parseBoolean: (value) => String(value).toLowerCase() === "true", valueOf: flag, TRUE: true, FALSE: false }),
    Math, System: { currentTimeMillis: () => Date.now(), nanoTime: () => Date.now() * 1e6, lineSeparator: () => "\n" },
    StringBuilder: class { #text = ""; append(value) { this.#text += value; return this; } toString() { return this.#text; } length() { return this.#text.length; } },
    Exception: JavaException, RuntimeException: JavaException, IllegalArgumentException: JavaException, IllegalStateException: JavaException,
});

/** The tree of packages, as scripts see it from its roots `java`, `javax`, `org`, `com` and `Packages`. */
const makePackages = (Action, classes) => {
    const security = pick(classes, "NameCallback", "PasswordCallback", "ChoiceCallback", "ConfirmationCallback", "TextOutputCallback", "TextInputCallback", "LanguageCallback");
    const charset = { UTF_8: "UTF-8", US_ASCII: "US-ASCII", ISO_8859_1: "ISO-8859-1" };
    const node = { Action, ...pick(classes, "SuspendedTextOutputCallback") };
    return {
        java: { util: javaUtil(), lang: javaLang(), security: { MessageDigest, SecureRandom }, nio: { charset: { StandardCharsets: charset } }, io: {}, net: {}, text: {}, time: {} },
        javax: { security: { auth: { callback: security } }, crypto: {} },
        com: {
            sun: {
                identity: {
                    authentication: {
                        callbacks: pick(classes, "HiddenValueCallback", "ScriptTextOutputCallback"),
                        spi: pick(classes, "MetadataCallback", "RedirectCallback", "HttpCallback", "X509CertificateCallback"),
                    },
                    idm: {},
                },
            },
        },
        org: {
            forgerock: {
                json: { JsonValue, jose: {} },
                http: { protocol: { Request: HTTPRequest, Response: {}, Status: { OK: { getCode: () => 200 } }, Entity: HTTPEntity } },
                openam: { auth: { node: { api: node } }, authentication: { callbacks: classes } },
                util: {
                    encode: { Base64: { encode: (bytes) => encode64(bytesOf(bytes)), decode: (value) => decode64(value).map(signed) }, Base64url: { encode: (bytes) => urlSafe(encode64(bytesOf(bytes))), decode: (value) => decode64(value).map(signed) } },
                    promise: {},
                },
                secrets: {},
            },
        },
    };
};

const CONTENT = Symbol("the members of a package");

/** A package or, when it is used as one, a class that isn't here. */
const lazyPackage = (path, content) =>
    new Proxy(function () {}, {
        get(_, name) {
            if (name === CONTENT) return content;
            if (typeof name === "symbol") return undefined;
            if (!has(content, name)) return name === "toString" ? () => path : lazyPackage(`${path}.${name}`, {});
            const member = content[name];
            return isPackage(name, member) ? lazyPackage(`${path}.${name}`, member) : member;
        },
        has: (_, name) => typeof name === "string" && has(content, name),
        apply() { throw new Error(`there is no Java here, and no stand-in for ${path}`); },
        construct() { throw new Error(`there is no Java here, and no stand-in for ${path}`); },
    });

/** Packages begin with a small letter, classes with a capital. */
const isPackage = (name, member) => typeof member === "object" && /^[a-z]/.test(name);

/** Rhino's `JavaImporter`: an object with the classes of some packages, often the subject of a `with`. */
const makeImporter = (packages) => function JavaImporter(...imports) {
    const importer = this instanceof JavaImporter ? this : Object.create(JavaImporter.prototype);
    const take = (...more) => {
        for (const item of more) {
            const content = typeof item === "function" ? item[CONTENT] : undefined;
            if (content) Object.assign(importer, Object.fromEntries(Object.entries(content).filter(([name, member]) => !isPackage(name, member))));
            for (const [name, member] of packages.classes) if (member === item) importer[name] = member;
        }
        return importer;
    };
    Object.defineProperty(importer, "importPackage", { value: take });
    Object.defineProperty(importer, "importClass", { value: take });
    return take(...imports);
};

/** All classes with their short names. */
const classesOf = (content) =>
    Object.entries(content).flatMap(([name, member]) => (isPackage(name, member) ? classesOf(member) : [[name, member]]));
