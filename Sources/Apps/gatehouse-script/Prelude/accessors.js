// The methods of the callbacks that scripts make by Java's classes: getters of what is asked, setters of what the user finds filled in.

/** A text that is kept beside a callback and never sent to the client: passwords and answers. */
const hide = (object, name, value) => {
    Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable: false });
};

/** Java's names of a locale's parts, of a locale or of a text such as `de_CH`. */
const localeParts = (value) => {
    const [language, country] =
        value !== null && typeof value === "object" && typeof value.getLanguage === "function"
            ? [value.getLanguage(), value.getCountry()] : String(value).split(/[-_]/);
    return { language: text(language), country: text(country) };
};

const characters = (value) => (value === undefined || value === null ? null : new CharArray(String(value)));

/** A getter of a member, and a setter of one: by name, what it is made of. */
const reads = (member, make = (value) => (value === undefined ? null : value)) => function () { return make(this[member]); };
const readsTruth = (member) => reads(member, flag);
const readsList = (member) => reads(member, (value) => JavaList.of(value === undefined || value === null ? [] : value));
const writes = (member, make = text) => function (value) { this[member] = make(value); };
const writesSecret = (member) => function (value) { hide(this, member, value === null || value === undefined ? null : String(value)); };

/** The methods, by the callback's class. */
const makeMethods = () => {
    const PROMPT = { getPrompt: reads("prompt") };
    const VALUE = { getValue: reads("value"), setValue: writes("value", plain) };
    const FLAG = { getValue: readsTruth("value"), setValue: writes("value", flag) };
    const INDEX = {
        setSelectedIndex: writes("selected", Number),
        getSelectedIndex: reads("selected"),
        getSelectedIndexes: function () { return JavaList.of(this.selected === undefined ? [] : [this.selected]); },
    };
    const STATEMENT = { getMessageType: reads("messageType"), getMessage: reads("message") };
    const CHECK = {
        getPolicies: reads("policies", java),
        getFailedPolicies: readsList("failedPolicies"),
        getValidateOnly: readsTruth("validateOnly"),
        isValidateOnly: readsTruth("validateOnly"),
        setValidateOnly: writes("validateOnly", flag),
        setFailedPolicies: writes("failedPolicies", failures),
    };
    const ATTRIBUTE = { ...PROMPT, ...VALUE, ...CHECK, getName: reads("name"), isRequired: readsTruth("required") };
    const PASSWORD = {
        isEchoOn: readsTruth("echoOn"),
        setPassword: writesSecret("password"),
        getPassword: reads("password", characters),
        clearPassword: function () { hide(this, "password", null); },
    };
    /** A getter and a setter for each of some members, by Java's names. */
    const both = (members) => Object.fromEntries(Object.entries(members).flatMap(([name, member]) => [
        [`get${name}`, reads(member, (value) => (value === undefined ? null : java(value)))], [`set${name}`, writes(member, plain)],
    ]));

    const table = {
        NameCallback: { ...PROMPT, getDefaultName: reads("initial"), setName: writes("value"), getName: reads("value") },
        PasswordCallback: { ...PROMPT, ...PASSWORD },
        ChoiceCallback: {
            ...PROMPT, ...INDEX, getChoices: readsList("choices"), getDefaultChoice: reads("defaultChoice"),
            allowMultipleSelections: readsTruth("multiple"),
            setSelectedIndexes: function (values) { this.selected = Number(Array.from(values)[0] || 0); },
        },
        ConfirmationCallback: {
            ...PROMPT, ...INDEX, getMessageType: reads("messageType"), getOptionType: reads("optionType"), getOptions: readsList("options"),
            getDefaultOption: reads("defaultOption"),
        },
        TextOutputCallback: STATEMENT,
        TextInputCallback: { ...PROMPT, getDefaultText: reads("initial"), setText: writes("value"), getText: reads("value") },
        LanguageCallback: {
            setLocale: function (value) { Object.assign(this, localeParts(value)); },
            getLocale: function () { return this.language ? [this.language, this.country].filter(Boolean).join("_") : null; },
        },
        HiddenValueCallback: { getId: reads("id"), getValue: reads("value"), setValue: writes("value") },
        ScriptTextOutputCallback: STATEMENT,
        SuspendedTextOutputCallback: STATEMENT,
        MetadataCallback: { getOutputValue: reads("data", java), setOutputValue: writes("data", plain) },
        RedirectCallback: {
            ...both({
                RedirectUrl: "url", RedirectData: "data", Method: "method", StatusParameter: "statusParameter",
                RedirectBackUrlCookieName: "redirectBackUrlCookie", Status: "status",
            }),
            getTrackingCookie: readsTruth("trackingCookie"), isTrackingCookie: readsTruth("trackingCookie"),
            setTrackingCookie: writes("trackingCookie", flag),
        },
        HttpCallback: {
            ...both({ Authorization: "authorization" }), getAuthorizationHeader: reads("authorizationHeader"),
            getNegotiationHeaderName: reads("negotiationName"), getNegotiationHeaderValue: reads("negotiationValue"),
            getNegotiationCode: reads("errorCode"),
        },
        X509CertificateCallback: {
            ...PROMPT, ...both({ Certificate: "certificate", Signature: "signature" }), getReqSignature: readsTruth("requestSignature"),
            setReqSignature: writes("requestSignature", flag),
        },
        StringAttributeInputCallback: ATTRIBUTE,
        NumberAttributeInputCallback: ATTRIBUTE,
        BooleanAttributeInputCallback: ATTRIBUTE,
        IdPCallback: {
            getProvider: reads("provider"), getClientId: reads("clientId"), getRedirectUri: reads("redirectUri"), getScope: readsList("scopes"),
            getNonce: reads("nonce"), getRequest: reads("request"), getRequestUri: reads("requestUri"), getAcrValues: readsList("acrValues"),
            getRequestNativeAppForUserInfo: readsTruth("acceptsJSON"), ...both({ Token: "token", TokenType: "tokenType" }),
        },
        PollingWaitCallback: { getWaitTime: reads("waitTime"), getMessage: reads("message") },
        SelectIdPCallback: {
            getProviders: reads("providers", java), getProvider: reads("value"), setProvider: writes("value"), getValue: reads("value"),
            setValue: writes("value"),
        },
        ValidatedUsernameCallback: { ...PROMPT, ...CHECK, getUsername: reads("value"), setUsername: writes("value") },
        ValidatedPasswordCallback: { ...PROMPT, ...CHECK, ...PASSWORD },
        KbaCreateCallback: {
            ...PROMPT, getPredefinedQuestions: readsList("questions"), isAllowUserDefinedQuestions: readsTruth("allowUserDefined"),
            getSelectedQuestion: reads("question"), setSelectedQuestion: writes("question"),
            getSelectedAnswer: reads("answer"), setSelectedAnswer: writesSecret("answer"),
        },
        TermsAndConditionsCallback: {
            ...FLAG, getVersion: reads("version"), getTerms: reads("terms"), getCreateDate: reads("created"), isAccepted: readsTruth("value"),
        },
        ConsentMappingCallback: {
            ...FLAG, getName: reads("name"), getDisplayName: reads("displayName"), getIcon: reads("icon"), getAccessLevel: reads("accessLevel"),
            getTitles: readsList("titles"), getFields: readsList("titles"), getMessage: reads("message"), isRequired: readsTruth("isRequired"),
        },
        DeviceProfileCallback: {
            ...VALUE, isMetadata: readsTruth("metadata"), isLocation: readsTruth("location"), getMessage: reads("message"),
        },
    };
    table.ValidatedCreateUsernameCallback = table.ValidatedUsernameCallback;
    table.ValidatedCreatePasswordCallback = table.ValidatedPasswordCallback;
    return table;
};

/** Gives the classes their methods. A class without any is a mistake of this file, which stops every script that makes callbacks. */
const withMethods = (classes) => {
    const table = makeMethods();
    for (const name of Object.keys(classes)) {
        for (const method of Object.keys(table[name])) {
            Object.defineProperty(classes[name].prototype, method, { value: table[name][method], writable: true, configurable: true });
        }
    }
    return classes;
};
