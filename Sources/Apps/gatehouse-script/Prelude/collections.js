// Java's lists and maps as scripts know them: JavaScript's own arrays and objects, which have Java's methods as well.
//
// The files of this folder are the body of one function (see Prelude.swift), which runs before any script can have changed a built-in
// object. `host` is its parameter: the line to the server.

const stringify = JSON.stringify;
const parse = JSON.parse;

/** Asks the server; throws what it refuses. */
const ask = (method, ...arguments_) => parse(host(method, stringify(arguments_)));

const has = (object, key) => Object.prototype.hasOwnProperty.call(object, key);

/** Sets an own property, also one named `__proto__`. */
const setOwn = (object, key, value) =>
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });

/** A copy that JSON can hold. */
const plain = (value) => {
    const text = stringify(value);
    return text === undefined ? null : parse(text);
};

const iterator = (values) => {
    let next = 0;
    return { hasNext: () => next < values.length, next: () => values[next++] };
};

const same = (a, b) => a === b || stringify(a) === stringify(b);

class JavaList extends Array {
    static of(values) { return Object.setPrototypeOf(Array.from(values), JavaList.prototype); }
    static get [Symbol.species]() { return Array; }
    size() { return this.length; }
    isEmpty() { return this.length === 0; }
    get(index) {
        if (!(index >= 0 && index < this.length)) throw new RangeError(`Index ${index} out of bounds for length ${this.length}`);
        return this[index];
    }
    set(index, value) { this[index] = value; }
    add(...values) {
        if (values.length === 2) this.splice(values[0], 0, values[1]);
        else this.push(values[0]);
        return true;
    }
    addAll(values) { this.push(...values); return true; }
    contains(value) { return this.some((element) => same(element, value)); }
    remove(value) {
        const index = typeof value === "number" ? value : this.findIndex((element) => same(element, value));
        return index >= 0 && this.splice(index, 1).length === 1;
    }
    clear() { this.length = 0; }
    toArray() { return Array.from(this); }
    iterator() { return iterator(this); }
    subList(from, to) { return JavaList.of(this.slice(from, to)); }
    toString() { return `[${Array.from(this).join(", ")}]`; }
}

class JavaSet extends JavaList {
    static of(values) {
        const set = Object.setPrototypeOf([], JavaSet.prototype);
        set.addAll(values);
        return set;
    }
    add(value) { return !this.contains(value) && this.push(value) > 0; }
    addAll(values) { for (const value of Array.from(values)) this.add(value); return true; }
}

class JavaMap {
    get(key) { return has(this, key) ? this[key] : null; }
    getOrDefault(key, other) { return has(this, key) ? this[key] : other; }
    put(key, value) {
        const old = JavaMap.prototype.get.call(this, key);
        setOwn(this, key, value);
        return old;
    }
    putAll(other) { for (const key of Object.keys(other)) setOwn(this, key, other[key]); }
    containsKey(key) { return has(this, key); }
    containsValue(value) { return Object.values(this).some((element) => same(element, value)); }
    remove(key) {
        const old = JavaMap.prototype.get.call(this, key);
        delete this[key];
        return old;
    }
    clear() { for (const key of Object.keys(this)) delete this[key]; }
    keySet() { return JavaSet.of(Object.keys(this)); }
    values() { return JavaList.of(Object.values(this)); }
    entrySet() {
        return JavaList.of(Object.keys(this).map((key) => ({ key, value: this[key], getKey: () => key, getValue: () => this[key] })));
    }
    size() { return Object.keys(this).length; }
    isEmpty() { return Object.keys(this).length === 0; }
    toString() { return `{${Object.keys(this).map((key) => `${key}=${this[key]}`).join(", ")}}`; }
}

/** Gives JSON's arrays and objects Java's methods, all the way down. */
const java = (value) => {
    if (value === null || typeof value !== "object") return value;
    for (const key of Object.keys(value)) setOwn(value, key, java(value[key]));
    return Object.setPrototypeOf(value, Array.isArray(value) ? JavaList.prototype : JavaMap.prototype);
};

/** A map that doesn't mind the case of its keys; what it lacks is null. */
class CaselessMap extends JavaMap {
    static of(entries) {
        const map = new CaselessMap();
        for (const [key, value] of entries) setOwn(map, key, java(value));
        return map;
    }
    find(key) { return Object.keys(this).find((name) => name.toLowerCase() === String(key).toLowerCase()); }
    get(key) {
        const name = this.find(key);
        return name === undefined ? null : this[name];
    }
    containsKey(key) { return this.find(key) !== undefined; }
}

/** `{}` in a text becomes the next of some values; those that are left over are dropped. */
const format = (text, values) => {
    let next = 0;
    return String(text).replace(/\{\}/g, (braces) => (next < values.length ? String(values[next++]) : braces));
};
