// What a script decides, for both generations: gathered in one object, which the server reads.

/** Minutes, as a number or a text of digits. */
const minutes = (value) => {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number)) throw new TypeError(`${value} is no number of minutes`);
    return number;
};

const decisionSetters = (decision, self) => ({
    putSessionProperty: (key, value) => { setOwn(decision.sessionProperties, key, String(value)); return self(); },
    removeSessionProperty: (key) => { setOwn(decision.sessionProperties, key, null); return self(); },
    withHeader: (text) => { decision.header = String(text); return self(); },
    withDescription: (text) => { decision.description = String(text); return self(); },
    withStage: (text) => { decision.stage = String(text); return self(); },
    withErrorMessage: (text) => { decision.errorMessage = String(text); return self(); },
    withLockoutMessage: (text) => { decision.lockoutMessage = String(text); return self(); },
    withMaxSessionTime: (value) => { decision.maxSessionTime = minutes(value); return self(); },
    withMaxIdleTime: (value) => { decision.maxIdleTime = minutes(value); return self(); },
});

const makeDecision = () => ({ sessionProperties: {} });

/** Suspends the journey: the server gives the address under which it goes on. */
const suspend = (decision, text, use, lifetime) => {
    const address = ask("journey.suspend", lifetime === undefined ? null : minutes(lifetime));
    if (typeof use === "function") use(address);
    decision.suspended = String(text).replace("{0}", address);
};

/** The binding `action` of the next generation. */
const makeAction = (decision) => {
    const action = {
        ...decisionSetters(decision, () => action),
        goTo: (outcome) => { decision.outcome = String(outcome); return action; },
        withIdentifiedUser: (name) => { decision.identifiedUser = String(name); return action; },
        withIdentifiedAgent: (name) => { decision.identifiedAgent = String(name); return action; },
        suspend: (text, use, lifetime) => { suspend(decision, text, use, lifetime); return action; },
    };
    return action;
};

/** The class `Action` of the old generation, and how to know what it builds. */
const makeActionClass = (state) => {
    const built = new WeakMap();
    const builder = (decision) => {
        const self = {
            ...decisionSetters(decision, () => self),
            withUniversalId: (id) => { decision.identifiedUser = String(id && id.get ? id.get() : id); return self; },
            withIdentifiedIdentity: (user) => {
                decision.identifiedUser = String(user && user.getName ? user.getName() : user);
                return self;
            },
            withReturnProperty: (key, value) => { setOwn(decision.returnProperties, key, plain(value)); return self; },
            replaceSharedState: (value) => { state.replace("shared", value); return self; },
            replaceTransientState: (value) => { state.replace("transient", value); return self; },
            addSessionHook: () => { throw new Error("session hooks are Java classes, and there is no Java here"); },
            build: () => {
                const action = { toString: () => `Action ${decision.outcome === undefined ? "" : decision.outcome}` };
                built.set(action, decision);
                return action;
            },
        };
        built.set(self, decision);
        return self;
    };
    const begin = (members) => builder({ ...makeDecision(), returnProperties: {}, ...members });
    const flat = (callbacks) => callbacks.flatMap((callback) => (Array.isArray(callback) ? Array.from(callback) : [callback]));
    const Action = {
        goTo: (outcome) => begin({ outcome: String(outcome) }),
        send: (...callbacks) => begin({ callbacks: flat(callbacks) }),
        suspend: (text, use, lifetime) => {
            const decision = { ...makeDecision(), returnProperties: {} };
            suspend(decision, text, use, lifetime);
            return builder(decision);
        },
    };
    return { Action, decisionOf: (value) => (value !== null && typeof value === "object" ? built.get(value) : undefined) };
};
