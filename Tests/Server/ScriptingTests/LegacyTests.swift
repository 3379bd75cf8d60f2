import Primitives
import ScriptMessages
import Testing

/// The bindings of `docs/protocols/journey-nodes.md` 4.4, by scripts in the manner of the old engine.
@Suite("Bindings of the old generation")
struct LegacyTests {
    typealias Case = NextGenerationTests.Case

    static let state = [
        Case("outcome = nodeState.get('username').asString()", "demo"),
        Case("outcome = '' + nodeState.get('username')", #""demo""#),
        Case("outcome = nodeState.get('n').asInteger() + nodeState.get('n').asLong() + nodeState.get('n').asDouble()", "3"),
        Case("outcome = nodeState.get('flag').asBoolean() + '' + nodeState.get('nothing')", "truenull"),
        Case("outcome = nodeState.get('objectAttributes').get('mail').asString()", "demo@example.com"),
        Case("outcome = nodeState.get('objectAttributes').asMap().mail + nodeState.get('list').asList().get(0)", "demo@example.coma"),
        Case(
            "outcome = '' + nodeState.get('objectAttributes').isDefined('mail') + nodeState.get('objectAttributes').get('x').isNull()",
            "truetrue"),
        Case("try { nodeState.get('n').asString() } catch (e) { outcome = e.message }", "Expecting a String"),
        Case("outcome = sharedState.get('username') + sharedState.containsKey('n') + sharedState.get('zz')", "demotruenull"),
        Case("outcome = transientState.get('password')", "secret"),
        Case("sharedState.put('a', 1); outcome = '' + sharedState.keySet().contains('a') + sharedState.get('a')", "true1"),
        Case("outcome = sharedState.get('username').equals('demo') + '' + sharedState.get('username').isEmpty()", "truefalse"),
        Case("var s = ''; for each (var x in sharedState.get('list')) { s += x } outcome = s", "ab"),
        Case("var s = '/* for each (a in b) */'; for each ( x in [1, 2] ) s += x; // for each (\noutcome = s", "/* for each (a in b) */12"),
        Case("var each = 1, s = /for each (a in b)/.source; for (var i in {a: 1}) s += i; outcome = s.length + each", "19"),
    ]

    static let surroundings = [
        Case(
            "outcome = '' + [typeof callbacksBuilder, typeof openidm, typeof utils, typeof requestCookies, typeof require]",
            "undefined,undefined,undefined,undefined,undefined"),
        Case("outcome = requestHeaders.get('user-agent').get(0) + requestParameters.get('goto').get(0) + realm", "curl/next/alpha"),
        Case(
            "outcome = idRepository.getAttribute('demo', 'mail').iterator().next() + idRepository.getAttribute('demo', 'mail').toArray()[0]",
            "mm"),
        Case("outcome = logger.messageEnabled() + '' + resumedFromSuspend", "truefalse"),
        Case(
            "var r = new org.forgerock.http.protocol.Request(); r.setUri('https://a/'); r.setMethod('POST'); r.getHeaders().add('A', 'b');"
                + "r.getEntity().setString('x'); var a = httpClient.send(r).get();"
                + "outcome = a.getStatus().getCode() + a.getEntity().getString() + a.getHeaders().getFirst('content-type')",
            #"200{"a":1}application/json"#),
    ]

    static let java = [
        Case("var l = new java.util.ArrayList(); l.add('a'); l.add('b'); outcome = l.size() + l.get(1) + l", "2b[a, b]"),
        Case("var m = new java.util.HashMap(); m.put('k', 'v'); outcome = m.get('k') + m.containsKey('x') + m.size() + m", "vfalse1{k=v}"),
        Case("var s = new java.util.HashSet(); s.add(1); s.add(1); outcome = '' + s.size() + s.contains(1)", "1true"),
        Case("outcome = java.util.Arrays.asList('a', 'b').get(1) + java.util.Collections.emptyList().size()", "b0"),
        Case("outcome = '' + /^.{8}-.{4}-4/.test(java.util.UUID.randomUUID().toString())", "true"),
        Case("outcome = '' + (java.lang.System.currentTimeMillis() > 1e12) + java.lang.Integer.parseInt('7')", "true7"),
        Case("outcome = '' + java.lang.String('x') + java.lang.Math.max(1, 2)", "x2"),
        Case("var d = java.security.MessageDigest.getInstance('SHA-256'); d.update('a'.getBytes()); outcome = d.digest().join()", "1,-2"),
        Case("outcome = java.util.Base64.getEncoder().encodeToString('hi'.getBytes(java.nio.charset.StandardCharsets.UTF_8))", "aGk="),
        Case(
            "outcome = org.forgerock.util.encode.Base64url.encode([-1]) + org.forgerock.json.JsonValue.json({a: 1}).get('a').asInteger()",
            "_w1"),
        Case(
            "try { new java.io.File('/etc/passwd') } catch (e) { outcome = e.message }",
            "there is no Java here, and no stand-in for java.io.File"),
        Case(
            "var i = new JavaImporter(java.util, java.lang.System); with (i) { outcome = new ArrayList().size() + typeof System.nanoTime() }",
            "0number"),
        Case("importPackage(java.util); outcome = '' + new HashMap().size()", "0"),
        Case("outcome = '' + new Packages.java.util.ArrayList().isEmpty()", "true"),
    ]

    @Test("give what they are documented to", arguments: state + surroundings + java)
    func bindings(_ test: Case) async throws {
        try await ScriptHarness.with(processes: 1, answers: NextGenerationTests.answers) { harness in
            let outcome = try await harness.outcome(test.script, .legacy, NextGenerationTests.bindings)
            #expect(outcome == test.outcome)
        }
    }

    @Test("a script with an importer asks, and reads the answers")
    func dialogue() async throws {
        let script = """
            var fr = JavaImporter(org.forgerock.openam.auth.node.api, javax.security.auth.callback.NameCallback,
                javax.security.auth.callback.PasswordCallback, com.sun.identity.authentication.callbacks.HiddenValueCallback, java.lang.String);
            with (fr) {
                if (callbacks.isEmpty()) {
                    action = Action.send(new NameCallback("User"), new PasswordCallback("Password", false), new HiddenValueCallback("id", "x")).build();
                } else {
                    sharedState.put("username", callbacks.get(0).getName());
                    transientState.put("password", String(callbacks.get(1).getPassword()));
                    action = fr.Action.goTo(callbacks.get(2).getValue()).putSessionProperty("p", "q").withErrorMessage("sorry").build();
                }
            }
            """
        let given: JSONValue = [
            ["type": "NameCallback", "values": ["": "demo"]], ["type": "PasswordCallback", "values": ["": "Ch4ng3it!"]],
            ["type": "HiddenValueCallback", "id": "id", "values": ["": "true"]],
        ]
        try await ScriptHarness.with { harness in
            let asked = try await harness.run(script, .legacy)["callbacks"]?.array
            #expect(asked?.map { $0["type"] } == ["NameCallback", "PasswordCallback", "HiddenValueCallback"])
            #expect(asked?.map { $0["prompt"] } == ["User", "Password", nil])
            let result = try await harness.run(script, .legacy, ["callbacks": given])
            #expect(result["outcome"] == "true" && result["callbacks"] == [])
            #expect(result["sessionProperties"] == ["p": "q"] && result["errorMessage"] == "sorry")
            #expect(result["changes"]?["shared"]?["set"] == ["username": "demo"])
            #expect(result["changes"]?["transient"]?["set"] == ["password": "Ch4ng3it!"])
        }
    }

    @Test("a list may be sent, and the state replaced; what changes in the maps of the state is told")
    func variants() async throws {
        let script = """
            var list = new java.util.ArrayList();
            list.add(new javax.security.auth.callback.ChoiceCallback("Which?", ["a", "b"], 0, false));
            list.add(new javax.security.auth.callback.ConfirmationCallback(0, ["Yes", "No"], 1));
            list.add(new javax.security.auth.callback.TextOutputCallback(javax.security.auth.callback.TextOutputCallback.ERROR, "m"));
            sharedState.get("objectAttributes").put("sn", "S");
            action = org.forgerock.openam.auth.node.api.Action.send(list).withHeader("h").build();
            """
        try await ScriptHarness.with { harness in
            let result = try await harness.run(script, .legacy, NextGenerationTests.bindings)
            #expect(result["callbacks"]?.array?.map { $0["type"] } == ["ChoiceCallback", "ConfirmationCallback", "TextOutputCallback"])
            #expect(result["callbacks"]?.array?.last?["messageType"] == 2)
            #expect(result["changes"]?["shared"]?["set"]?["objectAttributes"]?["sn"] == "S")
            #expect(result["header"] == "h")
        }
    }
}
