// Which bindings a generation has, and what a run's result is made of.

const WANTLESS = ["console", "WebAssembly", "SharedArrayBuffer", "Atomics"];

// What one run has been given, and what it has come to so far. A world is used for one run.
let generation, given, decision, state, asked, savedProfiles;

const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true });

/** Defines what is made when a script first asks for it; most scripts use few of the bindings, and a run begins sooner. */
const defineLazily = (name, make) => Object.defineProperty(globalThis, name, {
    get: () => { const value = make(); define(name, value); return value; },
    set: (value) => { define(name, value); },
    configurable: true, enumerable: true,
});

/** A function whose value is made once. */
const once = (make) => {
    let made;
    return () => (made ??= make());
};

const loggers = once(() => makeLogger(`scripts.${given.scriptName}`, given.logs !== false));
const actions = once(() => makeActionClass(state));
const callbackClasses = once(makeCallbackClasses);

const getters = (object) =>
    Object.fromEntries(Object.keys(object).map((key) => [`get${key[0].toUpperCase()}${key.slice(1)}`, () => object[key]]));

const localized = (map, languages) => {
    for (const language of languages) {
        if (has(map, language)) return map[language];
        const near = Object.keys(map).find((tag) => tag.split(/[-_]/)[0] === language.split(/[-_]/)[0]);
        if (near) return map[near];
    }
    return has(map, "en") ? map.en : map[Object.keys(map)[0]];
};

const javaBindings = (roots, make) => {
    const packages = once(make);
    const importer = () => makeImporter({ classes: classesOf(packages()) });
    const globally = (...items) => { Object.assign(globalThis, importer()(...items)); };
    return {
        ...Object.fromEntries(roots.map((name) => [name, () => lazyPackage(name, packages()[name])])),
        Packages: () => lazyPackage("Packages", packages()),
        JavaImporter: importer,
        importPackage: () => globally,
        importClass: () => globally,
    };
};

/** The bindings by generation: how each is made. */
const BINDINGS = {
    common: {
        requestHeaders: () => CaselessMap.of(Object.entries(given.headers)),
        requestParameters: () => CaselessMap.of(Object.entries(given.parameters)),
        realm: () => given.realm,
        scriptName: () => given.scriptName,
        cookieName: () => given.cookieName,
        resumedFromSuspend: () => given.resumedFromSuspend === true,
        systemEnv: () => systemEnv,
        secrets: () => secrets,
    },
    "1.0": {
        nodeState: () => state.legacy(),
        sharedState: () => state.shared,
        transientState: () => state.transient,
        callbacks: () => makeLegacyAnswers(given.callbacks, given.callbacks.length ? callbackClasses() : {}),
        idRepository: () => legacyIDRepository,
        httpClient: () => legacyHTTPClient,
        logger: () => loggers().legacy,
        ...javaBindings(["java", "javax", "com", "org"], () => makePackages(actions().Action, callbackClasses())),
    },
    "2.0": {
        nodeState: () => state.next(),
        action: () => makeAction(decision),
        callbacksBuilder: () => makeBuilder(asked),
        callbacks: () => makeAnswers(given.callbacks),
        requestCookies: () => java(given.cookies),
        idRepository: () => idRepository,
        openidm: () => openidm,
        httpClient: () => httpClient,
        utils: () => utils,
        logger: () => loggers().next,
        journey: () => ({ ...given.journey, ...getters(given.journey) }),
        locales: () => ({ getLocalizedMessage: (map) => localized(map, given.languages) }),
        require: () => makeRequire({
            httpClient, openidm, utils, logger: loggers().next, secrets, realm: given.realm, scriptName: given.scriptName,
            cookieName: given.cookieName, systemEnv,
        }),
        ...javaBindings(["java"], () => pick(makePackages(undefined, {}), "java")),
    },
};

const defineAll = (bindings) => { for (const name of Object.keys(bindings)) defineLazily(name, bindings[name]); };

/** Rhino's `for each (x in values)` is made into a loop over this. */
Object.defineProperty(globalThis, "__values__", { value: (object) => (object === null || object === undefined ? [] : Object.values(object)) });

for (const name of WANTLESS) delete globalThis[name];
defineAll(BINDINGS.common);

/** Defines the bindings of a generation; done before the run, for the generation that it will probably be of. */
const arrange = (generation_) => {
    if (generation === generation_) return;
    for (const name of Object.keys(BINDINGS[generation] || {})) delete globalThis[name];
    generation = generation_;
    defineAll(BINDINGS[generation]);
};

const begin = (generation_, scriptName, text_) => {
    arrange(generation_);
    given = { ...EMPTY, ...parse(text_), scriptName };
    decision = makeDecision();
    asked = [];
    savedProfiles = undefined;
    state = makeState(given.state);
    if (given.existingSession) define("existingSession", java(given.existingSession));
    if (given.values) offer(given.values);
    if (given.deviceProfiles) define("deviceProfilesDao", makeDeviceProfiles(given.deviceProfiles));
};

/** The user's saved devices; what is saved is told with the result. */
const makeDeviceProfiles = ({ user, profiles }) => ({
    getDeviceProfiles: (name) => {
        const own = name === undefined || String(name) === user ? profiles : [];
        if (generation !== "1.0") return java(own);
        const wrapped = own.map((profile) => new JsonValue(java(profile)));
        return Object.assign(wrapped, { size: () => wrapped.length, get: (index) => wrapped[index], isEmpty: () => wrapped.length === 0 });
    },
    saveDeviceProfiles: (name, realm_, list) => { savedProfiles = Array.from(list); },
});

/** Defines what a script is about that gives a value and decides nothing, and takes away what only decisions need. */
const offer = (values) => {
    for (const name of ["action", "callbacksBuilder", "callbacks"]) delete globalThis[name];
    const isWrapped = (value) => generation === "1.0" && value !== null && typeof value === "object";
    for (const name of Object.keys(values)) {
        const value = java(values[name]);
        define(name, isWrapped(value) ? new JsonValue(value) : value);
    }
};

const EMPTY = {
    state: { shared: {}, transient: {} }, callbacks: [], headers: {}, parameters: {}, cookies: {}, languages: [], realm: "/",
    cookieName: "iPlanetDirectoryPro", journey: {},
};

/** What the script came to, as JSON. `left` is what it has left in its global variables, `value` that of its last expression. */
const finish = (left, value) => {
    const [outcome, action, audit, config] = left;
    const legacy = generation === "1.0" ? actions().decisionOf(action) : undefined;
    const result = { ...(legacy || decision), changes: state.changes(), callbacks: legacy ? legacy.callbacks || [] : asked };
    if (result.outcome === undefined && outcome !== undefined && outcome !== null) result.outcome = String(outcome);
    if (audit !== undefined) result.audit = audit;
    if (config !== undefined) result.config = config;
    if (given.values && value !== undefined) result.value = value;
    if (savedProfiles !== undefined) result.savedProfiles = savedProfiles;
    return stringify(result);
};

return { arrange, begin, finish };
