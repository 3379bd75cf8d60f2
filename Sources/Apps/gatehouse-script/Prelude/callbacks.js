// What a script asks of the user: objects that name a callback and its members, which the server turns into the wire form.

const text = (value) => (value === undefined || value === null ? null : String(value));
const list = (value) => (value === undefined || value === null ? [] : Array.from(value));
const texts = (value) => list(value).map(String);

/** Policies come as an object, or as texts of JSON. */
const policies = (value) => plain(value === undefined ? null : value);
const failures = (value) => list(value).map((failure) => (typeof failure === "string" ? failure : stringify(failure)));

const OPTION_TYPES = { 0: ["Yes", "No"], 1: ["Yes", "No", "Cancel"], 2: ["OK", "Cancel"] };

const confirmation = (prompt, messageType, options, initial) => {
    const isType = !Array.isArray(options);
    if (isType && !has(OPTION_TYPES, options)) throw new TypeError(`${options} is no option type`);
    return {
        type: "ConfirmationCallback", prompt: text(prompt), messageType: Number(messageType),
        optionType: isType ? Number(options) : -1, options: isType ? OPTION_TYPES[options] : texts(options), defaultOption: Number(initial),
    };
};

/** `(…, failedPolicies)`, `(…, policies, validateOnly)` or `(…, policies, validateOnly, failedPolicies)`. */
const checked = (rest) => {
    if (rest.length === 1) return { policies: null, validateOnly: false, failedPolicies: failures(rest[0]) };
    return { policies: policies(rest[0]), validateOnly: rest[1] === true, failedPolicies: failures(rest[2]) };
};

const attribute = (type) => (name, prompt, value, required, ...rest) => ({
    type, name: String(name), prompt: text(prompt), value: plain(value), required: required === true, ...checked(rest),
});

const describe = {
    nameCallback: (prompt, initial) => ({ type: "NameCallback", prompt: text(prompt), initial: text(initial) }),
    passwordCallback: (prompt, echoOn) => ({ type: "PasswordCallback", prompt: text(prompt), echoOn: echoOn === true }),
    textInputCallback: (prompt, initial) => ({ type: "TextInputCallback", prompt: text(prompt), initial: text(initial) }),
    textOutputCallback: (messageType, message) => ({ type: "TextOutputCallback", messageType: Number(messageType), message: text(message) }),
    scriptTextOutputCallback: (script) => ({ type: "TextOutputCallback", messageType: 4, message: text(script) }),
    suspendedTextOutputCallback: (messageType, message) => ({
        type: "SuspendedTextOutputCallback", messageType: Number(messageType), message: text(message),
    }),
    hiddenValueCallback: (id, value) => ({ type: "HiddenValueCallback", id: String(id), value: text(value) }),
    choiceCallback: (prompt, choices, initial, multiple) => ({
        type: "ChoiceCallback", prompt: text(prompt), choices: texts(choices), defaultChoice: Number(initial || 0),
        multiple: multiple === true,
    }),
    radioChoiceCallback: (prompt, choices, initial) => ({
        type: "ChoiceCallback", prompt: text(prompt), choices: texts(choices), defaultChoice: Number(initial || 0), multiple: false,
        display: "radio",
    }),
    confirmationCallback: (...values) =>
        (values.length === 3 ? confirmation("", ...values) : confirmation(...values)),
    languageCallback: (language, country) => ({ type: "LanguageCallback", language: text(language), country: text(country) }),
    redirectCallback: (url, data, method, ...rest) => {
        const cookies = rest.filter((value) => typeof value === "boolean");
        const names = rest.filter((value) => typeof value !== "boolean");
        return {
            type: "RedirectCallback", url: String(url), data: plain(data === undefined ? null : data), method: String(method || "GET"),
            trackingCookie: cookies[0] === true, statusParameter: text(names[0]), redirectBackUrlCookie: text(names[1]),
        };
    },
    metadataCallback: (data) => ({ type: "MetadataCallback", data: plain(data) }),
    pollingWaitCallback: (waitTime, message) => ({ type: "PollingWaitCallback", waitTime: String(waitTime), message: text(message) }),
    stringAttributeInputCallback: attribute("StringAttributeInputCallback"),
    numberAttributeInputCallback: attribute("NumberAttributeInputCallback"),
    booleanAttributeInputCallback: attribute("BooleanAttributeInputCallback"),
    validatedUsernameCallback: (prompt, ...rest) => ({ type: "ValidatedCreateUsernameCallback", prompt: text(prompt), ...checked(rest) }),
    validatedPasswordCallback: (prompt, echoOn, ...rest) => ({
        type: "ValidatedCreatePasswordCallback", prompt: text(prompt), echoOn: echoOn === true, ...checked(rest),
    }),
    idPCallback: (provider, clientId, redirectUri, scopes, nonce, request, requestUri, acrValues, nativeUserInfo, token, tokenType) => ({
        type: "IdPCallback", provider: String(provider), clientId: text(clientId), redirectUri: text(redirectUri), scopes: texts(scopes),
        nonce: text(nonce), request: text(request), requestUri: text(requestUri), acrValues: texts(acrValues),
        acceptsJSON: nativeUserInfo === true, token: text(token), tokenType: text(tokenType),
    }),
    selectIdPCallback: (providers) => ({ type: "SelectIdPCallback", providers: plain(providers) }),
    termsAndConditionsCallback: (version, terms, created) => ({
        type: "TermsAndConditionsCallback", version: text(version), terms: text(terms), created: text(created),
    }),
    kbaCreateCallback: (prompt, questions, allowUserDefined) => ({
        type: "KbaCreateCallback", prompt: text(prompt), questions: texts(questions), allowUserDefined: allowUserDefined === true,
    }),
    consentMappingCallback: (...values) => {
        if (values.length === 3) {
            const [config, message, isRequired] = values;
            return { type: "ConsentMappingCallback", ...plain(config), message: text(message), isRequired: isRequired === true };
        }
        const [name, displayName, icon, accessLevel, titles, message, isRequired] = values;
        return {
            type: "ConsentMappingCallback", name: text(name), displayName: text(displayName), icon: text(icon),
            accessLevel: text(accessLevel), titles: texts(titles), message: text(message), isRequired: isRequired === true,
        };
    },
    deviceProfileCallback: (metadata, location, message) => ({
        type: "DeviceProfileCallback", metadata: metadata === true, location: location === true, message: text(message),
    }),
    httpCallback: (authorization, name, value, code) => ({
        type: "HttpCallback", authorizationHeader: text(authorization), negotiationName: text(name), negotiationValue: text(value),
        errorCode: text(code),
    }),
    x509CertificateCallback: (prompt, certificate, requestSignature) => ({
        type: "X509CertificateCallback", prompt: text(prompt), certificate: text(certificate), requestSignature: requestSignature === true,
    }),
};

/** The binding `callbacksBuilder`: each call adds to what will be asked. */
const makeBuilder = (asked) =>
    Object.fromEntries(Object.keys(describe).map((name) => [name, (...values) => { asked.push(describe[name](...values)); }]));
