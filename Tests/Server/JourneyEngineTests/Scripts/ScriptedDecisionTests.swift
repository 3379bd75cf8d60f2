import Foundations
import JourneyTesting
import Foundation
import JourneyMessages
import Primitives
import ScriptMessages
import Store
import Testing

@testable import JourneyEngine
import Services
import SignIn
import Directory
import Sessions

@Suite("Scripted decisions")
struct ScriptedDecisionTests {
    @Test(
        "the outcome is the script's",
        arguments: [
            ("outcome = 'true'", ScriptSource.Generation.next), ("action.goTo('true')", .next), ("outcome = true", .next),
            ("action = org.forgerock.openam.auth.node.api.Action.goTo('true').build()", .legacy), ("outcome = 'true'", .legacy),
        ])
    func outcome(_ script: String, _ generation: ScriptSource.Generation) async throws {
        try await ScriptedHarness.with { harness in
            try await harness.add(script, generation)
            let step = try await harness.base.step("Single")
            #expect(step.message == "true")
        }
    }

    @Test("a script is found by its id in either case, as by its name", arguments: ["id", "ID", "name"])
    func byID(_ reference: String) async throws {
        try await ScriptedHarness.with { harness in
            let script = Script(id: harness.base.domain.platform.random.uuid(), name: "Check", text: "outcome = 'true'")
            try await harness.base.domain.signIn.scripts.save(script, in: harness.base.realm.id)
            let text = ["id": script.id.uuidString.lowercased(), "ID": script.id.uuidString, "name": "Check"][reference] ?? ""
            try await harness.base.add(
                Journeys.single("scriptedDecision: { script: \(text), outcomes: [ \"true\", \"false\" ] }", "true", "false"))
            #expect(try await harness.base.step("Single").message == "true")
        }
    }

    @Test(
        "a script that fails ends the login and nothing else, and is written down",
        arguments: [
            "outcome = 'maybe'", "", "nope()", "outcome = ", "while (true) {}",
            "var a = []; while (true) a.push(new Uint8Array(1 << 20).fill(1))",
            "callbacksBuilder.httpCallback('a', 'b', 'c', 1)", "action.suspend('later', null, -1)",
        ])
    func failure(_ script: String) async throws {
        try await ScriptedHarness.with(milliseconds: 500) { harness in
            try await harness.add(script)
            let error = await harness.base.error { try await harness.base.start("Single") }
            #expect(error?.code == .failed || error?.code == .internal)
            // Another login, at once.
            let login = try await harness.base.login().success
            #expect(login.token != nil)
        }
        try await ScriptedHarness.with(milliseconds: 200) { harness in
            try await harness.add("while (true) {}")
            _ = await harness.base.error { try await harness.base.start("Single") }
            let events = try await harness.base.events("script.failed")
            #expect(events == 1)
        }
    }

    @Test("a script on a page asks and decides together with the other nodes")
    func onPage() async throws {
        let script = """
            if (callbacks.isEmpty()) { callbacksBuilder.choiceCallback('Which?', ['a', 'b'], 0, false); }
            else { action.goTo(callbacks.getChoiceCallbacks()[0][0] === 1 ? 'true' : 'false'); }
            """
        try await ScriptedHarness.with { harness in
            try await harness.add(script)
            try await harness.base.add(
                """
                name: OnPage
                start: page
                noSession: true
                nodes:
                  page: { page: [ { username: {} }, { scriptedDecision: { script: Check, outcomes: [ "true", "false" ] } } ], "true": yes-, "false": no- }
                  yes-: { message: { message: it was b }, "true": success, "false": failure }
                  no-: { message: { message: it was a }, "true": success, "false": failure }
                """)
            let step = try await harness.base.step("OnPage")
            #expect(step.types == [.name, .choice])
            #expect(try await harness.base.send(step, "ada", 1).step.message == "it was b")
            let again = try await harness.base.step("OnPage")
            #expect(try await harness.base.send(again, "ada", 0).step.message == "it was a")
            try await harness.base.domain.signIn.scripts.save(
                Script(id: harness.base.user.id, name: "Away", text: "action.suspend('later')"), in: harness.base.realm.id)
            try await harness.base.add(
                "name: Away\nstart: page\nnodes:\n  page: { page: [ { scriptedDecision: { script: Away, outcomes: [ x ] } } ], x: success }"
            )
            let error = await harness.base.error { try await harness.base.start("Away") }
            #expect(error?.code == .internal || error?.code == .failed)
        }
    }

    @Test("a script asks, reads the answer and decides; what it asked keeps its order")
    func dialogue() async throws {
        let script = """
            if (callbacks.isEmpty()) {
                callbacksBuilder.nameCallback('Your name'); callbacksBuilder.textOutputCallback(0, 'hello');
                callbacksBuilder.validatedPasswordCallback('Secret', false, {}, false); action.withHeader('Header').withStage('stage');
            } else {
                nodeState.putShared('username', callbacks.getNameCallbacks()[0]);
                action.goTo(callbacks.getValidatedPasswordCallbacks()[0].value === 'right' ? 'true' : 'false');
            }
            """
        try await ScriptedHarness.with { harness in
            try await harness.add(script)
            let step = try await harness.base.step("Single")
            #expect(step.types == [.name, .textOutput, .validatedPassword])
            #expect(step.header == "Header" && step.stage == "stage")
            let right = try await harness.base.send(step, "demo", nil, "right").step
            #expect(right.message == "true")
            // The answer was looked at, so the same state gives no second guess.
            let again = await harness.base.error { try await harness.base.send(step, "demo", nil, "wrong") }
            #expect(again?.code == .spent)
        }
    }

    @Test("a script that only asks spends nothing, and one that counts its questions can't be rewound")
    func rewinding() async throws {
        let script = """
            var tries = nodeState.get('tries') || 0;
            if (callbacks.isEmpty() || tries < 2) {
                nodeState.putShared('tries', callbacks.isEmpty() ? tries : tries + 1); callbacksBuilder.nameCallback('Guess ' + tries);
            } else outcome = 'false';
            """
        try await ScriptedHarness.with { harness in
            try await harness.add(script)
            let first = try await harness.base.step("Single")
            let spent = try await harness.base.spent()
            #expect(spent == 0)
            let second = try await harness.base.send(first, "a").step
            let rewound = await harness.base.error { try await harness.base.send(first, "b") }
            #expect(rewound?.code == .spent)
            let third = try await harness.base.send(second, "c").step
            let end = try await harness.base.send(third, "d").step
            #expect(end.message == "false")
        }
    }

    @Test("inputs and outputs limit what a script sees and writes")
    func limits() async throws {
        let script = """
            nodeState.putShared('a', 1).putShared('b', 2).putShared('realm', 'x').putTransient('c', {d: 1});
            outcome = nodeState.get('realm') === 'x' ? 'true' : 'false'
            """
        let second =
            "outcome = [nodeState.get('a'), nodeState.get('b'), nodeState.get('realm'), nodeState.get('c').d].join() === '1,,/alpha,1' ? 'true' : 'false'"
        try await ScriptedHarness.with { harness in
            try await harness.add(script)
            var other = Script(id: harness.base.domain.platform.random.uuid(), name: "Second", text: second)
            other.generation = .next
            try await harness.base.domain.signIn.scripts.save(other, in: harness.base.realm.id)
            try await harness.base.add(
                """
                name: Two
                start: first
                noSession: true
                nodes:
                  first: { scriptedDecision: { script: Check, outcomes: [ "true", "false" ], outputs: [ a, c ] }, "true": ask, "false": failure }
                  ask: { message: { message: Go on? }, "true": second, "false": failure }
                  second: { scriptedDecision: { script: Second, outcomes: [ "true", "false" ] }, "true": success, "false": failure }
                """)
            let step = try await harness.base.step("Two")
            let done = try await harness.base.send(step, nil, 0).success
            #expect(done.token == nil)
        }
    }

    @Test("a transient value is kept over a step only for a script that lists it")
    func transient() async throws {
        try await ScriptedHarness.with { harness in
            try await harness.add("nodeState.putTransient('secret', 's'); outcome = 'true'")
            let second = Script(
                id: harness.base.domain.platform.random.uuid(), name: "Second",
                text: "outcome = nodeState.get('secret') === 's' ? 'true' : 'false'")
            try await harness.base.domain.signIn.scripts.save(second, in: harness.base.realm.id)
            for (inputs, expected) in [("secret", "kept"), ("other", "gone")] {
                try await harness.base.add(
                    """
                    name: Two
                    start: first
                    noSession: true
                    nodes:
                      first: { scriptedDecision: { script: Check, outcomes: [ "true" ] }, "true": ask }
                      ask: { message: { message: Go on? }, "true": second, "false": failure }
                      second: { scriptedDecision: { script: Second, outcomes: [ "true", "false" ], inputs: [ \(inputs) ] }, "true": kept, "false": gone }
                      kept: { message: { message: kept }, "true": success, "false": failure }
                      gone: { message: { message: gone }, "true": success, "false": failure }
                    """)
                let step = try await harness.base.step("Two")
                let end = try await harness.base.send(step, nil, 0).step
                #expect(end.message == expected)
            }
        }
    }

    @Test("the name that the server has put into a run means that user to its scripts, whoever has it by now")
    func ownName() async throws {
        let script = """
            var own = idRepository.getIdentity(nodeState.get('username'));
            var other = idRepository.getIdentity('renamed');
            outcome = own.getUniversalId() === other.getUniversalId() ? 'true' : 'false';
            """
        try await ScriptedHarness.with { harness in
            try await harness.add(script)
            try await harness.base.add(
                """
                name: Own
                start: page
                noSession: true
                nodes:
                  page: { page: [ { username: {} }, { password: {} } ], next: check }
                  check: { dataStoreDecision: {}, "true": ask, "false": failure }
                  ask: { message: { message: Go on? }, "true": script, "false": failure }
                  script: { scriptedDecision: { script: Check, outcomes: [ "true", "false" ] }, "true": own, "false": other }
                  own: { message: { message: own }, "true": success, "false": failure }
                  other: { message: { message: other }, "true": success, "false": failure }
                """)
            let asked = try await harness.base.login("Own").step
            let (domain, realm) = (harness.base.domain, harness.base.realm.id)
            try await domain.platform.database.write { transaction in
                _ = try transaction.execute(
                    "UPDATE users SET username = 'renamed', folded = 'renamed' WHERE realm = ?1 AND username = 'demo'", realm)
            }
            _ = try await harness.base.addUser("demo")
            let end = try await harness.base.send(asked, nil, 0).step
            #expect(end.message == "own")
        }
    }

    @Test("a script that names a user two ways reaches none of the two")
    func ambiguous() async throws {
        let script = """
            try { outcome = idRepository.getIdentity('id=demo,ou=user,o=alpha,ou=services,ou=am-config').getAttributeValues('mail').size() >= 0 ? 'true' : 'true'; }
            catch (refused) { outcome = 'false'; }
            """
        try await ScriptedHarness.with { harness in
            try await harness.add(script)
            #expect(try await harness.base.step("Single").message == "true", "a universal id's name")
            let (domain, realm) = (harness.base.domain, harness.base.realm.id)
            // An earlier version let a user have such a name.
            let whole = "id=demo,ou=user,o=alpha,ou=services,ou=am-config"
            _ = try await domain.directory.users.create("other", in: realm)
            try await domain.platform.database.write { transaction in
                _ = try transaction.execute(
                    "UPDATE users SET username = ?2, folded = ?2 WHERE realm = ?1 AND username = 'other'", realm, whole)
            }
            #expect(try await harness.base.step("Single").message == "false")
        }
    }

    @Test("a script reads and writes users, and the write is in the audit log")
    func identities() async throws {
        let script = """
            var user = idRepository.getIdentity('demo');
            user.setAttribute('mail', ['new@example.com']); user.addAttribute('iplanet-am-user-alias-list', '1'); user.addAttribute('iplanet-am-user-alias-list', '2');
            user.store();
            var read = idRepository.getIdentity(user.getUniversalId());
            outcome = read.getAttributeValues('mail')[0] + read.getAttributeValues('iplanet-am-user-alias-list').size() + read.getAttributeValues('uid')[0]
                === 'new@example.com2demo' && !idRepository.getIdentity('nobody').exists() ? 'true' : 'false';
            """
        try await ScriptedHarness.with { harness in
            try await harness.add(script)
            let step = try await harness.base.step("Single")
            #expect(step.message == "true")
            let user = try await harness.base.storedUser()
            #expect(user?.attributes["mail"] == "new@example.com")
            let events = try await harness.base.events("user.changed")
            #expect(events >= 1)
        }
    }

    @Test("a script makes, finds, changes and removes users through openidm")
    func managed() async throws {
        let script = """
            var made = openidm.create('managed/alpha_user', null, {userName: 'ada', mail: 'ada@example.com', givenName: 'Ada', sn: 'L'});
            var found = openidm.query('managed/alpha_user', {_queryFilter: 'userName eq "ada"'}).result[0];
            openidm.patch('managed/alpha_user/' + found._id, null, [{operation: 'replace', field: '/mail', value: 'new@example.com'}]);
            var read = openidm.read('managed/alpha_user/' + found._id);
            openidm.delete('managed/alpha_user/' + found._id, null);
            var gone = openidm.read('managed/alpha_user/' + found._id), refused = 0;
            for (const call of [() => openidm.read('managed/bravo_user/' + found._id), () => openidm.read('config/x'),
                () => openidm.query('managed/alpha_user', {_queryFilter: 'mail eq'}), () => openidm.action('x', 'y'),
                () => openidm.create('managed/alpha_user', null, {userName: 'demo'})]) { try { call() } catch (e) { refused += 1 } }
            outcome = [read.mail, gone === null, refused].join() === 'new@example.com,true,5' ? 'true' : 'false';
            """
        try await ScriptedHarness.with { harness in
            try await harness.add(script)
            let step = try await harness.base.step("Single")
            #expect(step.message == "true")
        }
    }

    @Test(
        "requests go to the realm's hosts only",
        arguments: [
            ("https://api.example.com/a", true), ("http://api.example.com/", true), ("https://API.example.com:443/", true),
            ("https://other.example.com:8443/x", true), ("https://other.example.com/", false), ("https://api.example.com:444/", false),
            ("https://api.example.com.evil.com/", false), ("https://evil@api.example.com/", false), ("file:///etc/passwd", false),
            ("ftp://api.example.com/", false), ("https://127.0.0.1/", false), ("//api.example.com/", false), ("https:///", false),
        ])
    func hosts(_ url: String, _ allowed: Bool) async throws {
        let script = """
            try { outcome = httpClient.send('\(url)', {method: 'POST', body: 'x'}).get().text() === 'x' ? 'true' : 'false' }
            catch (e) { outcome = 'false' }
            """
        try await ScriptedHarness.with {
            $0[ScriptingSettings.self].scriptHosts = ["api.example.com", "other.example.com:8443"]
        } _: { harness in
            try await harness.add(script)
            let step = try await harness.base.step("Single")
            #expect(step.message == "\(allowed)")
            #expect(harness.http.requests.count == (allowed ? 1 : 0))
        }
    }

    @Test("a library, a variable, the session's limits and properties, and an audit entry")
    func rest() async throws {
        let script = """
            var tools = require('Tools');
            action.goTo(tools.check(systemEnv.getProperty('esv.level')) ? 'true' : 'false').putSessionProperty('level', 'gold').withMaxIdleTime(3);
            auditEntryDetail = {level: 'gold'};
            """
        try await ScriptedHarness.with {
            $0[ScriptingSettings.self].scriptVariables = ["esv.level": "7"]
        } _: { harness in
            try await harness.add(script)
            var library = Script(
                id: harness.base.domain.platform.random.uuid(), name: "Tools", text: "exports.check = function (x) { return x === '7' }")
            library.context = .library
            try await harness.base.domain.signIn.scripts.save(library, in: harness.base.realm.id)
            try await harness.base.add(
                """
                name: Gold
                start: credentials
                nodes:
                  credentials: { page: [ { username: {} }, { password: {} } ], next: check }
                  check: { dataStoreDecision: {}, "true": script, "false": failure }
                  script: { scriptedDecision: { script: Check, outcomes: [ "true", "false" ] }, "true": success, "false": failure }
                """)
            let done = try await harness.base.login("Gold").success
            #expect(done.session?.properties["level"] == "gold" && done.session?.idleTime == 180)
            let events = try await harness.base.events("script.decided")
            #expect(events == 1)
        }
    }

    @Test("a text for the client when the login fails")
    func failureMessage() async throws {
        try await ScriptedHarness.with { harness in
            try await harness.add("action.goTo('false').withErrorMessage('Come back tomorrow')")
            try await harness.base.add(
                """
                name: Closed
                start: only
                nodes:
                  only: { scriptedDecision: { script: Check, outcomes: [ "true", "false" ] }, "true": success, "false": failure }
                """)
            let error = await harness.base.error { try await harness.base.start("Closed") }
            #expect(error?.code == .failed && error?.message == "Come back tomorrow")
        }
    }

    @Test("identifying a user takes a user that is there, and no other than before")
    func identifying() async throws {
        try await ScriptedHarness.with { harness in
            try await harness.add("action.goTo('true').withIdentifiedUser('demo')")
            try await harness.base.add(
                """
                name: Trusted
                start: only
                nodes:
                  only: { scriptedDecision: { script: Check, outcomes: [ "true", "false" ] }, "true": success, "false": failure }
                """)
            let done = try await harness.base.start("Trusted").success
            #expect(done.session?.user == harness.base.user.id)
            try await harness.base.domain.signIn.scripts.delete(
                try #require(try await harness.base.domain.signIn.scripts.script("Check", in: harness.base.realm.id)),
                in: harness.base.realm.id)
            try await harness.add("action.goTo('true').withIdentifiedUser('nobody')")
            let error = await harness.base.error { try await harness.base.start("Trusted") }
            #expect(error?.code == .failed)
        }
    }

    @Test("without a script, or without anything to run it, the journey is at fault")
    func missing() async throws {
        try await ScriptedHarness.with { harness in
            try await harness.base.add(Journeys.single("scriptedDecision: { script: Nowhere, outcomes: [ \"true\" ] }", "true"))
            let error = await harness.base.error { try await harness.base.start("Single") }
            #expect(error?.code == .internal)
        }
        let bare = try await JourneyHarness()
        try await bare.add(Journeys.single("scriptedDecision: { script: Nowhere, outcomes: [ \"true\" ] }", "true"))
        let error = await bare.error { try await bare.start("Single") }
        #expect(error?.code == .internal)
    }
}
