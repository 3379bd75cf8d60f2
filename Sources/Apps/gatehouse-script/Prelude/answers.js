// What the user answered. `given` is what the server knows of the callbacks of the last step, in their order:
// `{ type, values: { "": main value, suffix: value… }, … }` with what the callback asked beside it.

const flag = (value) => value === true || value === "true";
const number = (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value);
const main = (callback) => (has(callback.values, "") ? callback.values[""] : null);

/** A hidden value that came back as its own name wasn't filled in. */
const hidden = (callback) => (main(callback) === callback.id ? "" : main(callback));

const indices = (callback) => {
    const value = main(callback);
    return (Array.isArray(value) ? value : value === null ? [] : [value]).map(number);
};

/** The binding `callbacks` of the next generation: lists of submitted values by type. */
const makeAnswers = (given) => {
    const all = (type, read) => () => JavaList.of(given.filter((callback) => callback.type === type).map(read));
    const validated = (callback) => java({ value: main(callback), validateOnly: flag(callback.values.validateOnly) });
    return {
        isEmpty: () => given.length === 0,
        getNameCallbacks: all("NameCallback", main),
        getPasswordCallbacks: all("PasswordCallback", main),
        getTextInputCallbacks: all("TextInputCallback", main),
        getLanguageCallbacks: all("LanguageCallback", (callback) => `${callback.values.Language || ""}_${callback.values.Country || ""}`),
        getDeviceProfileCallbacks: all("DeviceProfileCallback", main),
        getSelectIdPCallbacks: all("SelectIdPCallback", main),
        getStringAttributeInputCallbacks: all("StringAttributeInputCallback", main),
        getNumberAttributeInputCallbacks: all("NumberAttributeInputCallback", (callback) => number(main(callback))),
        getBooleanAttributeInputCallbacks: all("BooleanAttributeInputCallback", (callback) => flag(main(callback))),
        getChoiceCallbacks: all("ChoiceCallback", (callback) => JavaList.of(indices(callback))),
        getConfirmationCallbacks: all("ConfirmationCallback", (callback) => number(main(callback))),
        getHiddenValueCallbacks: () => {
            const map = new JavaMap();
            for (const callback of given) if (callback.type === "HiddenValueCallback") setOwn(map, callback.id, hidden(callback));
            return map;
        },
        getValidatedUsernameCallbacks: all("ValidatedCreateUsernameCallback", validated),
        getValidatedPasswordCallbacks: all("ValidatedCreatePasswordCallback", validated),
        getKbaCreateCallbacks: all("KbaCreateCallback", (callback) =>
            java({ selectedQuestion: callback.values.question, selectedAnswer: callback.values.answer })),
        getConsentMappingCallbacks: all("ConsentMappingCallback", (callback) => flag(main(callback))),
        getTermsAndConditionsCallbacks: all("TermsAndConditionsCallback", (callback) => flag(main(callback))),
        getIdpCallbacks: all("IdPCallback", (callback) =>
            java({ ...callback.asked, token: callback.values.token, tokenType: callback.values.token_type })),
        getHttpCallbacks: all("HttpCallback", main),
        getX509CertificateCallbacks: all("X509CertificateCallback", main),
    };
};

/** The same for the old generation: a list of objects with getters, in the order of the step. */
const makeLegacyAnswers = (given, classes) => JavaList.of(given.map((callback) => {
    const Class = classes[callback.type];
    const object = Class ? Object.create(Class.prototype) : {};
    const getters = {
        getPrompt: () => (callback.prompt === undefined ? null : callback.prompt),
        getChoices: () => JavaList.of(callback.choices || []),
        getOptions: () => JavaList.of(callback.choices || []),
        getName: () => (isAttribute(callback) ? callback.name : main(callback)),
        getPassword: () => (main(callback) === null ? null : new CharArray(main(callback))),
        getText: () => main(callback),
        getValue: () => (callback.type === "HiddenValueCallback" ? hidden(callback) : legacyValue(callback)),
        getId: () => callback.id,
        getSelectedIndex: () => number(main(callback)),
        getSelectedIndexes: () => indices(callback),
        getLocale: () => `${callback.values.Language || ""}_${callback.values.Country || ""}`,
        getProvider: () => main(callback),
        getUsername: () => main(callback),
        getValidateOnly: () => flag(callback.values.validateOnly),
        getSelectedQuestion: () => callback.values.question,
        getSelectedAnswer: () => callback.values.answer,
        getToken: () => callback.values.token,
        getTokenType: () => callback.values.token_type,
    };
    for (const name of Object.keys(getters)) Object.defineProperty(object, name, { value: getters[name] });
    return object;
}));

const isAttribute = (callback) => callback.type.endsWith("AttributeInputCallback");

const legacyValue = (callback) => {
    if (callback.type.startsWith("Boolean") || callback.type.startsWith("Terms") || callback.type.startsWith("Consent")) {
        return flag(main(callback));
    }
    return callback.type.startsWith("Number") ? number(main(callback)) : main(callback);
};

/** Java's array of characters, as `getPassword()` gives it: a text once a script makes one of it. */
class CharArray {
    #text;
    constructor(text_) {
        this.#text = String(text_);
        for (let i = 0; i < this.#text.length; i++) this[i] = this.#text[i];
        Object.defineProperty(this, "length", { value: this.#text.length });
    }
    toString() { return this.#text; }
    toJSON() { return this.#text; }
}
