// Bytes and texts. Java's bytes are signed, from -128 to 127.

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const signed = (byte) => (byte << 24) >> 24;
const bytesOf = (value) => (typeof value === "string" ? utf8Bytes(value) : Array.from(value, (byte) => byte & 0xff));

const utf8Bytes = (value) => {
    const escaped = encodeURIComponent(String(value));
    const bytes = [];
    for (let i = 0; i < escaped.length; i++) {
        if (escaped[i] === "%") bytes.push(parseInt(escaped.substr(i + 1, 2), 16)), (i += 2);
        else bytes.push(escaped.charCodeAt(i));
    }
    return bytes;
};

const utf8Text = (bytes) => {
    try {
        return decodeURIComponent(bytes.map((byte) => `%${(byte & 0xff).toString(16).padStart(2, "0")}`).join(""));
    } catch {
        return bytes.map((byte) => ((byte & 0xff) < 0x80 ? String.fromCharCode(byte & 0xff) : "\ufffd")).join("");
    }
};

const encode64 = (bytes) => {
    let out = "";
    for (let i = 0; i < bytes.length; i += 3) {
        const group = (bytes[i] << 16) | ((bytes[i + 1] || 0) << 8) | (bytes[i + 2] || 0);
        out += ALPHABET[group >> 18] + ALPHABET[(group >> 12) & 63];
        out += i + 1 < bytes.length ? ALPHABET[(group >> 6) & 63] : "=";
        out += i + 2 < bytes.length ? ALPHABET[group & 63] : "=";
    }
    return out;
};

const decode64 = (value) => {
    const digits = String(value).replace(/-/g, "+").replace(/_/g, "/").replace(/[=\s]+/g, "");
    const bytes = [];
    let pending = 0, bits = 0;
    for (const digit of digits) {
        const index = ALPHABET.indexOf(digit);
        if (index < 0) throw new TypeError("no base64");
        pending = ((pending << 6) | index) & 0xffffff;
        bits += 6;
        if (bits >= 8) bits -= 8, bytes.push((pending >> bits) & 0xff);
    }
    return bytes;
};

const urlSafe = (value) => value.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const latin1 = (value) => Array.from(String(value), (character) => character.charCodeAt(0) & 0xff);
const latin1Text = (bytes) => bytes.map((byte) => String.fromCharCode(byte & 0xff)).join("");

const base64 = {
    encode: (value) => encode64(bytesOf(value)),
    decode: (value) => utf8Text(decode64(value)),
    decodeToBytes: (value) => decode64(value).map(signed),
    btoa: (value) => encode64(latin1(value)),
    atob: (value) => latin1Text(decode64(value)),
};

const base64url = {
    encode: (value) => urlSafe(base64.encode(value)),
    decode: base64.decode,
    decodeToBytes: base64.decodeToBytes,
    btoa: (value) => urlSafe(base64.btoa(value)),
    atob: base64.atob,
};

const randomBytes = (count) => decode64(ask("crypto.random", count));

const randomUUID = () => {
    const bytes = randomBytes(16);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const digits = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join("-");
};

const digest = (algorithm, data) => decode64(ask("crypto.digest", String(algorithm), encode64(bytesOf(data)))).map(signed);

const hashName = (algorithm) => {
    const hash = algorithm && algorithm.hash;
    return String((hash && hash.name) || hash || "SHA-256");
};

const hmac = (algorithm, key, data) => {
    const name = typeof algorithm === "string" ? algorithm : algorithm && algorithm.name;
    if (String(name).toUpperCase() !== "HMAC") throw new Error(`utils.crypto.subtle can't sign with ${name} here; it can with HMAC`);
    return decode64(ask("crypto.hmac", hashName(algorithm), encode64(bytesOf(key)), encode64(bytesOf(data)))).map(signed);
};

const utils = {
    base64, base64url,
    crypto: {
        randomUUID,
        getRandomValues: (array) => {
            const bytes = randomBytes(array.length);
            for (let i = 0; i < array.length; i++) array[i] = signed(bytes[i]);
            return array;
        },
        subtle: {
            digest: (algorithm, data) => digest((algorithm && algorithm.name) || algorithm, data),
            sign: hmac,
            verify: (algorithm, key, signature, data) => {
                const [given, right] = [bytesOf(signature), bytesOf(hmac(algorithm, key, data))];
                return given.length === right.length && given.reduce((all, byte, i) => all | (byte ^ right[i]), 0) === 0;
            },
        },
    },
    types: {
        bytesToString: (bytes) => utf8Text(Array.from(bytes)),
        stringToBytes: (value) => utf8Bytes(value).map(signed),
    },
};

/** What Java's strings have and JavaScript's haven't. */
const stringMethods = {
    equals(other) { return other !== null && other !== undefined && String(this) === String(other); },
    equalsIgnoreCase(other) { return String(this).toLowerCase() === String(other).toLowerCase(); },
    isEmpty() { return this.length === 0; },
    contains(other) { return this.includes(String(other)); },
    compareTo(other) { return this < other ? -1 : this > other ? 1 : 0; },
    getBytes() { return utf8Bytes(this).map(signed); },
    toCharArray() { return new CharArray(this); },
    hashCode() { return Array.from(String(this)).reduce((hash, unit) => (Math.imul(hash, 31) + unit.charCodeAt(0)) | 0, 0); },
};
for (const name of Object.keys(stringMethods)) {
    Object.defineProperty(String.prototype, name, { value: stringMethods[name], writable: true, configurable: true });
}
