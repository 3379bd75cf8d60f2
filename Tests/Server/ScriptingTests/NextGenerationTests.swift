import Primitives
import ScriptMessages
import Testing

/// The bindings of `docs/protocols/journey-nodes.md` 4.3, each by a script whose outcome tells what it saw.
@Suite("Bindings of the next generation")
struct NextGenerationTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let script: String
        let outcome: String
        var testDescription: String { script }
        init(_ script: String, _ outcome: String) {
            self.script = script
            self.outcome = outcome
        }
    }

    static let bindings: JSONObject = [
        "state": [
            "shared": [
                "username": "demo", "n": 1, "flag": true, "list": ["a", "b"], "both": ["x": 1, "y": 1], "password": "shared",
                "objectAttributes": ["mail": "demo@example.com", "get": "shadowed"],
            ],
            "transient": ["password": "secret", "both": ["y": 2]],
        ],
        "headers": ["User-Agent": ["curl"], "X-Two": ["1", "2"]], "parameters": ["goto": ["/next"]], "cookies": ["c": "v"],
        "realm": "/alpha", "cookieName": "iPlanetDirectoryPro", "languages": ["de-CH", "en"],
        "journey": ["name": "Login", "identityResource": "managed/alpha_user", "innerJourney": false, "mustRun": false],
    ]

    static let state = [
        Case("outcome = nodeState.get('username')", "demo"),
        Case("outcome = nodeState.get('password')", "secret"),
        Case("outcome = typeof nodeState.get('n') + typeof nodeState.get('flag')", "numberboolean"),
        Case("outcome = '' + nodeState.get('nothing')", "null"),
        Case("outcome = nodeState.get('objectAttributes').mail", "demo@example.com"),
        Case("outcome = nodeState.get('objectAttributes')['mail'] + nodeState.get('list').get(1)", "demo@example.comb"),
        Case("outcome = nodeState.get('objectAttributes').get", "shadowed"),
        Case("outcome = nodeState.get('both').get('y') + '' + nodeState.get('both').get('x')", "2null"),
        Case("outcome = JSON.stringify(nodeState.getObject('both'))", #"{"x":1,"y":2}"#),
        Case("var l = nodeState.get('list'); outcome = l.size() + l.length + l[0] + l.contains('b') + l.isEmpty()", "4atruefalse"),
        Case("outcome = [nodeState.isDefined('n'), nodeState.isDefined('m')].join()", "true,false"),
        Case("outcome = nodeState.keys().contains('flag') + '' + nodeState.keys().size()", "true7"),
        Case("outcome = nodeState.putShared('a', 1).putTransient('b', [2]).get('b').get(0)", "2"),
        Case(
            "nodeState.mergeShared({n: 5, objectAttributes: {sn: 'S'}}); outcome = nodeState.get('n') + nodeState.get('objectAttributes').sn",
            "5S"),
        Case("try { nodeState.mergeShared({a: {b: 1}}) } catch (e) { outcome = 'refused' }", "refused"),
        Case("nodeState.remove('password'); outcome = '' + nodeState.get('password')", "null"),
        Case(
            "var o = nodeState.get('objectAttributes'); o.mail = 'x'; outcome = nodeState.get('objectAttributes').mail", "demo@example.com"),
    ]

    static let surroundings = [
        Case("outcome = requestHeaders.get('user-agent').get(0) + requestHeaders.get('X-TWO')[1]", "curl2"),
        Case("outcome = '' + requestHeaders.get('missing') + requestParameters.get('goto').get(0)", "null/next"),
        Case("outcome = requestCookies.get('c') + requestCookies.c", "vv"),
        Case("outcome = [realm, scriptName, cookieName, resumedFromSuspend].join()", "/alpha,Test,iPlanetDirectoryPro,false"),
        Case("outcome = typeof existingSession", "undefined"),
        Case("outcome = journey.getName() + journey.name", "LoginLogin"),
        Case("outcome = locales.getLocalizedMessage({en: 'hello', de: 'hallo'})", "hallo"),
        Case("outcome = [typeof sharedState, typeof transientState, typeof Action].join()", "undefined,undefined,undefined"),
        Case("outcome = logger.isDebugEnabled() + logger.getName()", "truescripts.Test"),
        Case("outcome = systemEnv.getProperty('esv.name')", "7"),
        Case("outcome = typeof systemEnv.getProperty('esv.name', '1', 'number')", "number"),
        Case("outcome = typeof systemEnv.getProperty('esv.name', '1', java.lang.Integer)", "number"),
        Case("try { secrets.getGenericSecret('x') } catch (e) { outcome = e.message }", "there is no secret scripted.node.x"),
        Case("var l = require('Library'); outcome = l.twice(4) + '' + (require('Library') === l)", "8true"),
        Case("var a = new java.util.ArrayList(); a.add('x'); outcome = a.get(0) + new java.lang.Integer(3)", "x3"),
    ]

    static let tools = [
        Case("outcome = utils.base64.encode('héllo') + utils.base64.decode('aMOpbGxv')", "aMOpbGxvhéllo"),
        Case("outcome = utils.base64url.encode('??>>') + utils.base64url.decode('Pz8-Pg')", "Pz8-Pg??>>"),
        Case("outcome = utils.base64.btoa('\\xff') + utils.base64.atob('/w==').charCodeAt(0)", "/w==255"),
        Case("outcome = utils.base64.decodeToBytes('/wE=').join()", "-1,1"),
        Case("outcome = utils.types.bytesToString(utils.types.stringToBytes('é€𝄞'))", "é€𝄞"),
        Case(
            "outcome = '' + /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(utils.crypto.randomUUID())", "true"
        ),
        Case("outcome = utils.crypto.getRandomValues([0, 0]).join()", "-1,-1"),
        Case("outcome = utils.crypto.subtle.digest('SHA-256', 'a').join()", "1,-2"),
        Case("var s = utils.crypto.subtle.sign({name: 'HMAC', hash: 'SHA-256'}, 'k', 'd'); outcome = s.join()", "3,4"),
        Case("outcome = '' + utils.crypto.subtle.verify({name: 'HMAC', hash: 'SHA-256'}, 'k', [3, 4], 'd')", "true"),
    ]

    static let server = [
        Case(
            "var i = idRepository.getIdentity('id'); outcome = i.getAttributeValues('mail').get(0) + i.getAttributeValues('mail')[0]", "mm"),
        Case("var i = idRepository.getIdentity('id'); outcome = [i.exists(), i.getName(), i.getUniversalId()].join()", "true,demo,id=1"),
        Case("outcome = openidm.read('managed/alpha_user/1').userName + openidm.read('managed/alpha_user/1').get('userName')", "demodemo"),
        Case("outcome = openidm.query('managed/alpha_user', {_queryFilter: 'true'}).result[0].userName", "demo"),
        Case("try { openidm.delete('managed/x/1', null) } catch (e) { outcome = e.message }", "no openidm.delete"),
        Case(
            "var r = httpClient.send('https://example.com/a', {method: 'POST', body: {a: 1}}).get(); outcome = r.status + r.text() + r.json().a + r.ok",
            "200{\"a\":1}1true"),
        Case(
            "var r = httpClient.send('https://example.com/').get(); outcome = r.headers.get('content-type').get(0) + r.statusText",
            "application/jsonOK"),
    ]

    static let answers: [String: JSONValue] = [
        "identity.find": ["name": "demo", "universalId": "id=1"], "identity.read": ["m"], "openidm.read": ["userName": "demo"],
        "openidm.query": ["result": [["userName": "demo"]]], "system.property": "7", "crypto.random": "/////////////////////w==",
        "crypto.digest": "Af4=", "crypto.hmac": "AwQ=", "script.library": "exports.twice = function (n) { return 2 * n }",
        "http.send": ["status": 200, "reason": "OK", "headers": [["Content-Type", ["application/json"]]], "body": #"{"a":1}"#],
    ]

    @Test("give what they are documented to", arguments: state + surroundings + tools + server)
    func bindings(_ test: Case) async throws {
        try await ScriptHarness.with(processes: 1, answers: Self.answers) { harness in
            let outcome = try await harness.outcome(test.script, .next, Self.bindings)
            #expect(outcome == test.outcome)
        }
    }

    @Test("what a script writes into the state is told, and nothing else")
    func changes() async throws {
        let script = """
            nodeState.putShared('new', {a: [1, null]}).putTransient('t', 'x').remove('n'); nodeState.putShared('username', 'demo');
            nodeState.mergeTransient({flag: false, objectAttributes: {mail: 'other'}}); nodeState.putShared('__proto__', 'p')
            """
        try await ScriptHarness.with { harness in
            let changes = try await harness.run(script, .next, Self.bindings)["changes"]
            #expect(changes?["shared"]?["set"] == ["new": ["a": [1, nil]], "objectAttributes": ["get": "shadowed"], "__proto__": "p"])
            #expect(changes?["shared"]?["removed"]?.strings.map(Set.init) == ["n", "flag"])
            #expect(changes?["transient"]?["set"] == ["t": "x", "flag": false, "objectAttributes": ["mail": "other"]])
        }
    }

    @Test("the action gathers what was decided")
    func action() async throws {
        let script = """
            action.goTo('next').putSessionProperty('a', 1).removeSessionProperty('b').withHeader('h').withDescription('d').withStage('s')
                .withErrorMessage('e').withLockoutMessage('l').withIdentifiedUser('demo').withMaxSessionTime('5').withMaxIdleTime(2);
            auditEntryDetail = {why: 'because'}; outcome = 'overruled'
            """
        try await ScriptHarness.with { harness in
            let result = try await harness.run(script)
            let expected: JSONObject = [
                "outcome": "next", "sessionProperties": ["a": "1", "b": nil], "header": "h", "description": "d", "stage": "s",
                "errorMessage": "e", "lockoutMessage": "l", "identifiedUser": "demo", "maxSessionTime": 5, "maxIdleTime": 2,
                "audit": ["why": "because"],
            ]
            for member in expected.members { #expect(result[member.name] == member.value, "\(member.name)") }
            for wrong in ["null", "'text'", "1.5"] {
                await #expect(throws: (any Error).self) { try await harness.run("action.withMaxIdleTime(\(wrong))") }
            }
        }
    }

    @Test("HTTP requests go out as they are documented to")
    func http() async throws {
        let script = """
            httpClient.send('https://a/', {method: 'PUT', token: 't', headers: {Authorization: 'mine', 'X-A': 'b'}, form: {k: 'a b&'}}).get()
            """
        try await ScriptHarness.with(answers: Self.answers) { harness in
            try await harness.run(script)
            let sent = harness.host.calls.first?.arguments.first
            #expect(sent?["method"] == "PUT" && sent?["body"] == "k=a%20b%26")
            #expect(
                sent?["headers"] == [["X-A", "b"], ["Authorization", "Bearer t"], ["Content-Type", "application/x-www-form-urlencoded"]])
        }
    }

    @Test("attributes are written when they are stored, to the user who was found, by id")
    func identity() async throws {
        let script = """
            var i = idRepository.getIdentity('id'); i.setAttribute('mail', ['a', 'b']); i.addAttribute('sn', 'c'); i.store()
            """
        try await ScriptHarness.with(answers: ["identity.find": ["name": "demo", "universalId": "1"], "identity.write": nil]) { harness in
            try await harness.run(script)
            let writes: JSONValue = [
                ["name": "mail", "values": ["a", "b"], "adds": false], ["name": "sn", "values": ["c"], "adds": true],
            ]
            #expect(harness.host.calls == [ScriptCall("identity.find", ["id"]), ScriptCall("identity.write", ["1", writes])])
        }
    }
}
