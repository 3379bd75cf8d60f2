import Primitives

/// The script that collects signals in browsers, for pages of this server and of others: the globals, events, attributes and calls of the
/// documented web SDK, and the calls of the Signals web SDK (docs/risk.md). It depends on nothing, and writes nothing to the browser's stores.
package enum SignalsScript {
    /// The text of the script.
    package static let source = #"""
        (function () {
          "use strict";
          if (window._securedTouch) return;
          var L = { events: 200, bytes: 38000, wait: 500, rate: 50, burst: 200, age: 10000, count: 100, word: 40 };
          var enc = new TextEncoder(), subtle = window.crypto && crypto.subtle;
          var DOC = ["facebook", "google", "apple", "twitter", "linkedin", "paypal", "credit_card", "recaptcha", "hide_billing"];

          function b64(bytes) {
            var s = "", a = new Uint8Array(bytes);
            for (var i = 0; i < a.length; i++) s += String.fromCharCode(a[i]);
            return btoa(s).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
          }
          function json64(o) { return b64(enc.encode(JSON.stringify(o))); }
          function join(list) {
            var n = 0, at = 0;
            list.forEach(function (a) { n += a.length; });
            var out = new Uint8Array(n);
            list.forEach(function (a) { out.set(a, at); at += a.length; });
            return out;
          }
          function sha(bytes) { return subtle.digest("SHA-256", bytes).then(function (h) { return new Uint8Array(h); }); }
          function digest(issuer, text) { return sha(join([enc.encode(issuer), new Uint8Array(1), enc.encode(String(text))])).then(b64); }
          function bound(n, most) { n = Math.round(n); return n > most ? most : n > 0 ? n : 0; }
          function count(text) { return Math.min(Array.from(String(text)).length, 9999); }
          function digits(text) { return text.replace(/[^0-9]/g, "").length; }
          function program(text) {
            text = String(text);
            return /^[A-Za-z][A-Za-z0-9_.:-]*$/.test(text) && text.length <= L.word && digits(text) <= 4 ? text : count(text);
          }
          function email(text) {
            var at = text.lastIndexOf("@"), out = ["email", Math.min(count(text), 320)], domain = at < 0 ? "" : text.slice(at + 1).toLowerCase();
            if (domain.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/.test(domain) && !/-$/.test(domain)) out.push(domain);
            return out;
          }

          var S = { phase: 0, events: [], n: 0, seq: 0, dropped: {}, left: L.burst * 1000, words: DOC.slice(), quiet: false, onDemand: false, tags: [], told: {} };
          function say(text) { if (S.log) console.info("signals: " + text); }
          // Settings of the documented SDKs that ask for what this script doesn't do: each with the value that asks for nothing.
          function without(o, settings) {
            settings.forEach(function (s) {
              var value = o[s[0]];
              if (value === undefined || value === null || value === s[1] || value.length === 0 || S.told[s[0]]) return;
              S.told[s[0]] = true;
              console.warn("signals: " + s[0] + " has no effect: " + s[2]);
            });
          }
          var UNKEPT = "nothing is kept in the browser", IDLE = [
            ["enableTrust", false, "each page signs with a key of its own"], ["disableHub", false, UNKEPT], ["hubUrl", "", UNKEPT],
            ["deviceKeyRsyncIntervals", 14, UNKEPT], ["externalIdentifiers", "", "no identifier is sent but the server's own"]
          ], FRAUD = [["isSingleDomain", false, UNKEPT], ["externalLogsEnabled", false, "nothing is logged outside of the browser"]];
          function drop(why, n) { S.dropped[why] = (S.dropped[why] || 0) + (n || 1); }
          function behavior(kind) { return kind === "touch" || kind === "motion" || kind === "keys" || kind === "answer"; }
          function add(kind, values) {
            if (S.phase === 0) return drop("notStarted");
            if (S.phase === 2) return drop("paused");
            var now = Date.now();
            if (behavior(kind)) {
              if (S.quiet) return drop("behaviorPaused");
              S.left = Math.min(L.burst * 1000, S.left + Math.max(0, now - (S.last || now)) * L.rate);
              S.last = now;
              if (S.left < 1000) return drop("rate");
              S.left -= 1000;
            }
            if (S.events.length >= L.wait) {
              var i = S.events.findIndex(function (e) { return behavior(e[0]); });
              S.events.splice(i < 0 ? 0 : i, 1);
              drop("full");
            }
            var event = [kind, S.n++, now].concat(values);
            while (event[event.length - 1] === undefined) event.pop();
            S.events.push(event);
            if (!S.onDemand && (S.events.length >= L.count || now - S.events[0][2] > L.age) && now > (S.next || 0)) flush().catch(function () { S.next = Date.now() + L.age; });
          }
          function word(text) { text = String(text); return S.words.indexOf(text) >= 0 ? text : count(text); }

          var gate = Promise.resolve();
          function alone(work) { var run = gate.then(work); gate = run.catch(function () {}); return run; }
          function sign(claims) {
            var input = json64({ typ: "signals-instance+jwt", alg: "ES256", jwk: S.jwk }) + "." + json64(claims);
            return subtle.sign({ name: "ECDSA", hash: "SHA-256" }, S.key, enc.encode(input)).then(function (s) { return input + "." + b64(s); });
          }
          function begin() {
            if (S.epk) return Promise.resolve();
            return subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]).then(function (pair) {
              S.key = pair.privateKey;
              return subtle.exportKey("jwk", pair.publicKey);
            }).then(function (k) {
              S.jwk = { kty: "EC", crv: "P-256", x: k.x, y: k.y };
              return sha(enc.encode('{"crv":"P-256","kty":"EC","x":"' + k.x + '","y":"' + k.y + '"}'));
            }).then(function (h) {
              S.id = b64(h);
              return subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, false, ["deriveBits"]);
            }).then(function (pair) {
              S.sealer = pair.privateKey;
              return subtle.exportKey("jwk", pair.publicKey);
            }).then(function (k) { S.epk = { kty: "EC", crv: "P-256", x: k.x, y: k.y }; });
          }
          function post(call, body, type, token) {
            var headers = { "Content-Type": type };
            if (token) headers.Authorization = "Bearer " + token;
            return fetch(S.issuer + "/" + call, { method: "POST", headers: headers, body: body, credentials: "omit", keepalive: body.length < 60000 })
              .then(function (r) {
                return r.json().catch(function () { return {}; }).then(function (j) {
                  if (r.ok) return j;
                  var e = new Error(j.message || "status " + r.status);
                  e.code = j.code; e.temporary = r.status >= 500 || r.status === 429;
                  throw e;
                });
              });
          }
          // A token is renewed a minute before its end, or halfway where it lives less than two.
          function ahead() { return Math.min(60000, S.life / 2); }
          // An idle page's token is renewed by a timer: the page hands it to its back end whenever it likes.
          function renew() {
            clearTimeout(S.timer);
            if (!S.fraud || S.phase !== 1) return;
            alone(function () { return register(); }).catch(function (e) { say(e.message); S.timer = setTimeout(renew, 30000); });
          }
          function register(again) {
            if (!again && S.token && S.expires - Date.now() > ahead()) return Promise.resolve();
            return begin().then(function () {
              var iat = Math.floor(Date.now() / 1000), jti = b64(crypto.getRandomValues(new Uint8Array(16)));
              var claims = { iss: S.id, aud: S.issuer, iat: iat, jti: jti, epk: S.epk };
              if (!S.secret) return claims;
              claims.app = S.app;
              return subtle.importKey("raw", enc.encode(S.secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]).then(function (k) {
                return subtle.sign("HMAC", k, enc.encode(S.id + "." + iat + "." + jti));
              }).then(function (m) { claims.mac = b64(m); return claims; });
            }).then(sign)
              .then(function (statement) { return post("instances", JSON.stringify({ statement: statement }), "application/json"); })
              .then(function (g) {
                var isNew = S.token !== g.token;
                S.token = g.token; S.life = g.expiresIn * 1000; S.expires = Date.now() + S.life; S.server = g.key; S.words = DOC.concat(g.words || []);
                S.tags = (g.tags || []).filter(function (t) {
                  try { document.querySelector(t.selector); return true; } catch (e) { say("no selector: " + t.selector); return false; }
                });
                clearTimeout(S.timer);
                if (S.fraud) S.timer = setTimeout(renew, Math.max(500, S.life - ahead() + 50));
                say("registered for " + g.expiresIn + " s");
                if (isNew && S.fraud) { window._securedTouchToken = g.token; fire("SecuredTouchTokenReadyEvent"); }
              });
          }
          function device() {
            var n = navigator, d = { USER_AGENT: n.userAgent, LOCALE: n.language, TIME_ZONE: Intl.DateTimeFormat().resolvedOptions().timeZone, SCREEN_WIDTH: String(screen.width), SCREEN_HEIGHT: String(screen.height) };
            if (n.hardwareConcurrency) d.CPU_COUNT = String(n.hardwareConcurrency);
            if (n.deviceMemory) d.MEMORY = String(n.deviceMemory * 1024);
            if (n.platform) d.OS_NAME = n.platform;
            for (var k in d) if (!d[k] || enc.encode(d[k]).length > 128 || (S.ignore || []).indexOf(k) >= 0) delete d[k];
            return d;
          }
          function agree() {
            var s = S.server;
            if (S.box && S.box.server === s.x) return Promise.resolve(S.box);
            return subtle.importKey("jwk", { kty: s.kty, crv: s.crv, x: s.x, y: s.y }, { name: "ECDH", namedCurve: "P-256" }, false, []).then(function (k) {
              return subtle.deriveBits({ name: "ECDH", public: k }, S.sealer, 256);
            }).then(function (z) {
              var name = enc.encode("A256GCM");
              return sha(join([new Uint8Array([0, 0, 0, 1]), new Uint8Array(z), new Uint8Array([0, 0, 0, 7]), name, new Uint8Array(8), new Uint8Array([0, 0, 1, 0])]));
            }).then(function (key) { return subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]); }).then(function (key) {
              var header = { alg: "ECDH-ES", enc: "A256GCM", typ: "signals+jwe", epk: S.epk };
              if (s.kid) header.kid = s.kid;
              return S.box = { server: s.x, key: key, header: json64(header) };
            });
          }
          function seal(claims) {
            return agree().then(function (k) {
              var iv = crypto.getRandomValues(new Uint8Array(12)), how = { name: "AES-GCM", iv: iv, additionalData: enc.encode(k.header), tagLength: 128 };
              return subtle.encrypt(how, k.key, enc.encode(JSON.stringify(claims))).then(function (box) {
                var all = new Uint8Array(box), cut = all.length - 16;
                return k.header + ".." + b64(iv) + "." + b64(all.slice(0, cut)) + "." + b64(all.slice(cut));
              });
            });
          }
          function payload() {
            var size = 0, taken = 0;
            while (taken < S.events.length && taken < L.events) {
              size += JSON.stringify(S.events[taken]).length + 1;
              if (size > L.bytes) break;
              taken++;
            }
            var events = S.events.splice(0, taken);
            say(taken + " events");
            for (var i = taken - 1; i > 0; i--) { events[i][1] -= events[i - 1][1]; events[i][2] -= events[i - 1][2]; }
            var claims = { iss: S.id, aud: S.issuer, iat: Math.floor(Date.now() / 1000), seq: S.seq++, uuid: S.uuid, device: S.meta || device(), events: events, dropped: S.dropped, behaviorPaused: S.quiet };
            return Promise.all([S.user ? digest(S.issuer, S.user) : 0, S.session ? digest(S.issuer, S.session) : 0]).then(function (ids) {
              if (ids[0]) claims.user = ids[0];
              if (ids[1]) claims.session = ids[1];
              return seal(claims);
            }).then(function (text) { return { text: text, count: events.length }; });
          }
          function send() {
            if (!S.events.length || S.phase !== 1) return Promise.resolve();
            return payload().then(function (p) {
              return post("batches", p.text, "application/jose", S.token).catch(function (e) {
                if (e.code !== "expired" && e.code !== "unknown_instance") throw e;
                return register(true).then(function () { return post("batches", p.text, "application/jose", S.token); });
              }).catch(function (e) { drop(e.code && !e.temporary ? "refused" : "offline", p.count); throw e; });
            }).then(send);
          }
          function flush() {
            if (S.phase !== 1) return Promise.reject(new Error("signals aren't started, or are paused"));
            return alone(function () { return register().then(send); });
          }
          function data() {
            if (S.phase !== 1) return Promise.reject(new Error("signals aren't started, or are paused"));
            return alone(function () {
              return register().catch(function (e) { if (!S.server) throw e; }).then(payload).then(function (p) { return p.text; });
            });
          }
          function start(base, environment, options) {
            if (!subtle) return Promise.reject(new Error("signals need a secure context"));
            if (!base || !environment) return Promise.reject(new Error("the server or the environment is missing"));
            var issuer = (base.indexOf("://") < 0 ? "https://" + base : base).replace(/\/+$/, "") + "/signals/v1/" + environment;
            if (S.issuer && S.issuer !== issuer) return Promise.reject(new Error("signals were started for another environment"));
            S.issuer = issuer; S.app = options.app; S.secret = options.secret; S.ignore = options.ignore; S.untagged = !!options.untagged;
            S.meta = options.lazy ? null : device();
            if (options.fraud) S.fraud = true;
            S.onDemand = options.onDemand && !S.fraud;
            S.uuid = S.uuid || (crypto.randomUUID ? crypto.randomUUID() : b64(crypto.getRandomValues(new Uint8Array(16))));
            if (options.behavior === false) S.quiet = true;
            if (S.phase === 0) {
              S.phase = 1;
              add("state", ["started"]);
              if (navigator.webdriver) add("tag", ["navigator.webdriver", "true"]);
              var host = location.hostname;
              if (!S.untagged) add("tag", ["location.host", host && host.length <= L.word && digits(host) <= 4 ? host : count(host)]);
            }
            return alone(function () { return register(); });
          }

          var down, keys = {}, motion = { n: 0, sum: 0, dev: 0, at: 0 }, shown = Date.now();
          function element(target) {
            var e = target && target.closest ? target.closest("[id]") : null;
            return e && e.id ? program(e.id) : undefined;
          }
          function on(name, handler) { document.addEventListener(name, handler, { capture: true, passive: true }); }
          on("pointerdown", function (e) { down = { x: e.clientX, y: e.clientY, t: Date.now(), p: e.pressure }; });
          on("pointerup", function (e) {
            if (!down) return;
            add("touch", [bound(Date.now() - down.t, 60000), bound(Math.hypot(e.clientX - down.x, e.clientY - down.y), 10000), bound((down.p || 0) * 1000, 1000), element(e.target)]);
            down = null;
          });
          on("keydown", function (e) {
            var field = e.target, name = field && (field.getAttribute("data-st-field") || field.id);
            if (!name || e.repeat) return;
            var k = keys[name] = keys[name] || { n: 0, last: 0, gaps: [], fixes: 0, pasted: false };
            var now = Date.now();
            if (k.last && k.gaps.length < 64) k.gaps.push(bound(now - k.last, 60000));
            k.last = now; k.n++;
            if (e.key === "Backspace" || e.key === "Delete") k.fixes++;
          });
          on("paste", function (e) { var n = e.target && e.target.id; if (n) (keys[n] = keys[n] || { n: 0, last: 0, gaps: [], fixes: 0 }).pasted = true; });
          function finish(name) {
            var k = keys[name];
            if (!k) return;
            delete keys[name];
            var n = k.gaps.length, mean = n ? k.gaps.reduce(function (a, b) { return a + b; }, 0) / n : 0;
            var dev = n ? k.gaps.reduce(function (a, b) { return a + Math.abs(b - mean); }, 0) / n : 0;
            add("keys", [bound(k.n, 64), bound(mean, 60000), bound(dev, 60000), bound(k.fixes, 64), !!k.pasted, program(name)]);
          }
          on("focusout", function (e) { var f = e.target, n = f && f.getAttribute && (f.getAttribute("data-st-field") || f.id); if (n) finish(n); });
          on("submit", function () {
            Object.keys(keys).forEach(finish);
            add("answer", [bound(Date.now() - shown, 3600000)]);
            shown = Date.now();
          });
          on("click", function (e) {
            var t = e.target && e.target.closest ? e.target.closest("[data-st-tag]") : null;
            if (t) tag(t.getAttribute("data-st-tag"), t.getAttribute("data-st-tag-value") || undefined);
            S.tags.forEach(function (r) { if (e.target && e.target.closest && e.target.closest(r.selector)) tag(r.tag); });
          });
          window.addEventListener("devicemotion", function (e) {
            var a = e.accelerationIncludingGravity;
            if (!a) return;
            var g = Math.hypot(a.x || 0, a.y || 0, a.z || 0) / 9.80665, now = Date.now();
            motion.n++; motion.sum += g; motion.dev += Math.abs(g - motion.sum / motion.n);
            if (now - motion.at > 5000) {
              add("motion", [bound(motion.n, 10000), bound(motion.dev / motion.n * 1e6, 1e7)]);
              motion = { n: 0, sum: 0, dev: 0, at: now };
            }
          });
          document.addEventListener("visibilitychange", function () { if (!document.hidden) return renew(); if (S.phase === 1 && !S.onDemand) flush().catch(function () {}); });

          function fire(name) { document.dispatchEvent(new Event(name)); }
          function tag(name, value) { if (!S.untagged) add("tag", [program(name), value === undefined ? undefined : word(value)]); }
          function context(name, detail) { add("context", [name].concat(detail || [])); }
          function plain(name) { return function () { context(name); }; }
          function worded(name) { return function (w) { context(name, ["word", word(w)]); }; }
          function mailed(name) { return function (a) { context(name, email(String(a))); }; }
          function group(prefix, calls) { var out = {}; for (var k in calls) out[k] = calls[k](prefix); return out; }
          function p(name) { return function (prefix) { return plain(prefix + "." + name); }; }
          function w(name) { return function (prefix) { return worded(prefix + "." + name); }; }
          function m(name) { return function (prefix) { return mailed(prefix + "." + name); }; }

          function pauseBehavior() { if (!S.quiet) { S.quiet = true; add("state", ["behaviorPaused"]); } }
          function resumeBehavior() { if (S.quiet) { S.quiet = false; add("state", ["behaviorResumed"]); } }

          var fraud = window._securedTouch = {
            init: function (o) {
              o = o || {};
              S.user = o.userId || S.user; S.session = o.sessionId || S.session; S.log = !!(o.isDebugMode || o.consoleLogEnabled);
              without(o, FRAUD);
              return start(o.url || o.serverHost, o.appId, { app: o.appId, secret: o.appSecret, fraud: true });
            },
            login: function (user, session) { S.user = user; if (session) S.session = session; add("state", ["loggedIn"]); return fraud; },
            logout: function (session) { add("state", ["loggedOut"]); S.user = null; S.session = session || null; return fraud; },
            setSessionId: function (session) { S.session = session; add("state", ["sessionChanged"]); return fraud; },
            addTag: function (name, value) { tag(name, value); return fraud; },
            getInstanceUUID: function () { return S.uuid; },
            flush: flush,
            pause: function () { if (S.phase === 1) S.phase = 2; },
            resume: function () { if (S.phase === 2) { S.phase = 1; add("state", ["resumed"]); renew(); } },
            pauseBehavioralData: pauseBehavior, resumeBehavioralData: resumeBehavior,
            SocialType: { FACEBOOK: "facebook", GOOGLE: "google", APPLE: "apple", TWITTER: "twitter", LINKEDIN: "linkedin" },
            PaymentMethod: { PAYPAL: "paypal", CREDIT_CARD: "credit_card" },
            ChallengeType: { RECAPTCHA: "recaptcha", HIDE_BILLING: "hide_billing" },
            LOGIN: group("login", { loginAttempt: w("attempt"), loginAttemptEmail: m("attempt"), loginFailed: p("failed"), forgotPassword: p("forgotPassword") }),
            REGISTRATION: group("registration", { registrationAttempt: w("attempt"), registrationAttemptEmail: m("attempt"), registrationSuccess: p("success"), registrationFailed: p("failed"), referralApply: p("referral") }),
            ACCOUNT: group("account", { shippingAddressChanged: p("shippingAddress"), emailAddressChanged: m("email"), deleteAccount: p("delete"), paymentMethodDisplay: p("paymentMethods"), clearHistory: p("clearHistory"), useGiftCard: p("giftCard") }),
            CHECKOUT: group("checkout", { purchaseAttempt: w("attempt"), purchaseSuccess: p("success"), purchaseFailed: p("failed"), applyCoupon: p("coupon") }),
            PRODUCT: group("product", { addToCart: p("addToCart"), saveItem: p("save") }),
            CATALOG: group("catalog", { viewDetail: p("detail"), followChannel: p("follow"), unfollowChannel: p("unfollow") }),
            CHALLENGE: group("challenge", { challengeInvoked: w("invoked"), challengeSuccess: p("success"), challengeFailed: p("failed") }),
            CART: group("cart", { clearCart: p("clear"), deleteItem: p("delete"), goToCheckout: p("checkout") }),
            ORDERS: group("orders", { openDispute: p("openDispute"), viewDispute: p("viewDispute"), viewOrderDetails: p("details") }),
            CHAT: group("chat", { addMessage: p("message") }),
            FEED: group("feed", { startStream: p("start"), endStream: p("end") }),
            FEEDBACK: group("feedback", { reportFraud: p("fraud") })
          };
          fraud.LOGIN.loginAttemptPhoneNumber = function (country, national) {
            var code = String(country).replace(/[^0-9]/g, ""), two = /^(20|27|3[0-4]|36|39|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;
            var known = /^[17]$/.test(code) || (code.length === 2 && two.test(code)) || (/^[2-689][0-9]{2}$/.test(code) && !two.test(code));
            context("login.attempt", ["telephone", Math.min(code.length + digits(String(national)), 20), known ? code : undefined]);
          };
          fraud.LOGIN.accountCreationTime = function (seconds) { context("login.accountCreationTime", ["day", bound(Math.floor(seconds / 86400), 2932896)]); };
          fraud.ACCOUNT.notificationChanged = function (isOn, info) { context("account.notification", ["setting", !!isOn, word(info || "")]); };

          window._pingOneSignals = {
            init: function (o) {
              o = o || {};
              S.log = !!o.consoleLogEnabled;
              without(o, IDLE);
              return loaded(o.waitForWindowLoad !== false).then(function () {
                return start(o.customHost || origin(), o.envId, { behavior: o.behavioralDataCollection, ignore: o.deviceAttributesToIgnore, onDemand: true, lazy: o.lazyMetadata, untagged: o.disableTags });
              });
            },
            initSilent: function (o) { return this.init(o); },
            getData: data, pauseBehavioralData: pauseBehavior, resumeBehavioralData: resumeBehavior
          };
          function loaded(whole) {
            var state = document.readyState;
            if (state === "complete" || (!whole && state !== "loading")) return Promise.resolve();
            return new Promise(function (done) { window.addEventListener(whole ? "load" : "DOMContentLoaded", function () { done(); }, { once: true }); });
          }
          var script = document.currentScript;
          function origin() { return script && script.src ? new URL(script.src, location.href).origin : location.origin; }
          window._securedTouchReady = true;
          fire("SecuredTouchReadyEvent");
          fire("PingOneSignalsReadyEvent");
        })();
        """#
}
