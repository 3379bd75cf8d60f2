// Which bindings a generation has, and what a run's result is made of.

const WANTLESS = ["console", "WebAssembly", "SharedArrayBuffer", "Atomics"];

let generation, decision, state, asked, actions;

const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true });

const defineRequest = (given) => {
    define("requestHeaders", CaselessMap.of(Object.entries(given.headers)));
    define("requestParameters", CaselessMap.of(Object.entries(given.parameters)));
    define("realm", given.realm);
    define("scriptName", given.scriptName);
    define("cookieName", given.cookieName);
    define("resumedFromSuspend", given.resumedFromSuspend === true);
    if (given.existingSession) define("existingSession", java(given.existingSession));
    define("systemEnv", systemEnv);
    define("secrets", secrets);
};

const getters = (object) =>
    Object.fromEntries(Object.keys(object).map((key) => [`get${key[0].toUpperCase()}${key.slice(1)}`, () => object[key]]));

const defineNext = (given, logger) => {
    define("nodeState", state.next());
    define("action", makeAction(decision));
    define("callbacksBuilder", makeBuilder(asked));
    define("callbacks", makeAnswers(given.callbacks));
    define("requestCookies", java(given.cookies));
    define("idRepository", idRepository);
    define("openidm", openidm);
    define("httpClient", httpClient);
    define("utils", utils);
    define("logger", logger.next);
    define("journey", { ...given.journey, ...getters(given.journey) });
    define("locales", { getLocalizedMessage: (map) => localized(map, given.languages) });
    define("require", makeRequire({
        httpClient, openidm, utils, logger: logger.next, secrets, realm: given.realm, scriptName: given.scriptName,
        cookieName: given.cookieName, systemEnv,
    }));
    defineJava(["java"], () => pick(makePackages(undefined, {}), "java"));
};

const localized = (map, languages) => {
    for (const language of languages) {
        if (has(map, language)) return map[language];
        const near = Object.keys(map).find((tag) => tag.split(/[-_]/)[0] === language.split(/[-_]/)[0]);
        if (near) return map[near];
    }
    return has(map, "en") ? map.en : map[Object.keys(map)[0]];
};

const defineLegacy = (given, logger) => {
    let made;
    const classes = () => (made ??= makeCallbackClasses());
    actions = makeActionClass(state);
    define("nodeState", state.legacy());
    define("sharedState", state.shared);
    define("transientState", state.transient);
    define("callbacks", makeLegacyAnswers(given.callbacks, given.callbacks.length ? classes() : {}));
    define("idRepository", legacyIDRepository);
    define("httpClient", legacyHTTPClient);
    define("logger", logger.legacy);
    defineJava(["java", "javax", "com", "org"], () => makePackages(actions.Action, classes()));
};

/** Defines what is made when a script first asks for it; most never do. */
const defineLazily = (name, make) => Object.defineProperty(globalThis, name, {
    get: () => { const value = make(); define(name, value); return value; },
    set: (value) => { define(name, value); },
    configurable: true, enumerable: true,
});

const defineJava = (roots, make) => {
    let made;
    const packages = () => (made ??= make());
    for (const name of roots) defineLazily(name, () => lazyPackage(name, packages()[name]));
    defineLazily("Packages", () => lazyPackage("Packages", packages()));
    const importer = () => makeImporter({ classes: classesOf(packages()) });
    const globally = (...items) => { Object.assign(globalThis, importer()(...items)); };
    defineLazily("JavaImporter", importer);
    define("importPackage", globally);
    define("importClass", globally);
};

/** Rhino's `for each (x in values)` is made into a loop over this. */
Object.defineProperty(globalThis, "__values__", { value: (object) => (object === null || object === undefined ? [] : Object.values(object)) });

const begin = (generation_, scriptName, text_) => {
    for (const name of WANTLESS) delete globalThis[name];
    const given = { ...EMPTY, ...parse(text_), scriptName };
    generation = generation_;
    decision = makeDecision();
    asked = [];
    state = makeState(given.state);
    const logger = makeLogger(`scripts.${scriptName}`, given.logs !== false);
    defineRequest(given);
    if (generation === "1.0") defineLegacy(given, logger);
    else defineNext(given, logger);
};

const EMPTY = {
    state: { shared: {}, transient: {} }, callbacks: [], headers: {}, parameters: {}, cookies: {}, languages: [], realm: "/",
    cookieName: "iPlanetDirectoryPro", journey: {},
};

/** What the script came to, as JSON. `left` is what it has left in its global variables. */
const finish = (left) => {
    const [outcome, action, audit, config] = left;
    const legacy = generation === "1.0" ? actions.decisionOf(action) : undefined;
    const result = { ...(legacy || decision), changes: state.changes(), callbacks: legacy ? legacy.callbacks || [] : asked };
    if (result.outcome === undefined && outcome !== undefined && outcome !== null) result.outcome = String(outcome);
    if (audit !== undefined) result.audit = audit;
    if (config !== undefined) result.config = config;
    return stringify(result);
};

return { begin, finish };
