import JourneyMessages
import JourneyModel
import Primitives
import ScriptMessages
import Testing

@testable import JourneyEngine

@Suite("Callbacks that scripts make by their Java classes")
struct CallbackClassTests {
    private static let importer = """
        var fr = JavaImporter(org.forgerock.openam.auth.node.api, javax.security.auth.callback, org.forgerock.openam.authentication.callbacks,
            com.sun.identity.authentication.callbacks);

        """

    /// The step that a script asks with.
    private func step(_ body: String) async throws -> Step {
        var step: Step?
        try await ScriptedHarness.with { harness in
            try await harness.add(Self.importer + body, .legacy)
            step = try await harness.base.step("Single")
        }
        return try #require(step)
    }

    @Test("what a setter fills in, the user finds filled in; secrets apart")
    func setters() async throws {
        let step = try await step(
            """
            var name = new fr.NameCallback("Name", "default"); name.setName("demo");
            var word = new fr.PasswordCallback("Password", false); word.setPassword("sesame");
            var text = new fr.TextInputCallback("Text", "a"); text.setText("b");
            var choice = new fr.ChoiceCallback("Which", ["x", "y"], 0, false); choice.setSelectedIndex(1);
            var buttons = new fr.ConfirmationCallback("Sure", 0, ["No", "Yes"], 0); buttons.setSelectedIndex(1);
            var hidden = new fr.HiddenValueCallback("id", "v"); hidden.setValue("w");
            var kba = new fr.KbaCreateCallback("Question", ["School?"], true);
            kba.setSelectedQuestion("School?"); kba.setSelectedAnswer("Hill");
            var terms = new fr.TermsAndConditionsCallback("1", "Be kind.", "2020"); terms.setValue(true);
            var user = new fr.ValidatedUsernameCallback("User", {}, false); user.setUsername("ada");
            var age = new fr.NumberAttributeInputCallback("age", "Age", null, false); age.setValue(7);
            action = fr.Action.send(name, word, text, choice, buttons, hidden, kba, terms, user, age).build();
            """)
        let inputs = step.callbacks.map { $0.input.map { $0.value ?? .null } }
        #expect(
            inputs == [
                ["demo"], [""], ["b"], [1], [1], ["id"], ["School?", ""], [true], ["ada", false], [7, false],
            ])
        #expect(step.callbacks[5].output("value") == "w" && step.callbacks[8].output("value") == "ada")
        #expect(!step.json.text.contains("sesame") && !step.json.text.contains("Hill"))
    }

    @Test("a getter tells what was asked, and what a setter set")
    func getters() async throws {
        let step = try await step(
            """
            var name = new fr.NameCallback("Name", "default"); name.setName("demo");
            var word = new fr.PasswordCallback("Password", true); word.setPassword("sesame");
            var choice = new fr.ChoiceCallback("Which", ["x", "y"], 1, false);
            var text = new fr.TextOutputCallback(fr.TextOutputCallback.ERROR, "No");
            var wait = fr.PollingWaitCallback.makeCallback().withWaitTime("5000").withMessage("Wait").build();
            var facts = [name.getPrompt(), name.getDefaultName(), name.getName(), word.isEchoOn(), String(word.getPassword()),
                choice.getChoices().size(), choice.getDefaultChoice(), choice.getSelectedIndexes().isEmpty(), text.getMessageType(),
                text.getMessage(), wait.getWaitTime(), wait.getMessage()];
            word.clearPassword(); facts.push(word.getPassword());
            action = fr.Action.send(new fr.TextOutputCallback(0, JSON.stringify(facts)), new fr.NameCallback("x")).build();
            """)
        #expect(
            step.message == """
                ["Name","default","demo",true,"sesame",2,1,true,2,"No","5000","Wait",null]
                """)
    }

    @Test(
        "a script sees the callbacks that came back, in the order in which it asked them",
        arguments: [
            ([0, 1, 2, 3], ["out", "name", "out", "text"]), ([1, 2, 3], ["out", "name", "text"]), ([1, 3], ["name", "text"]),
            ([3], ["text"]), ([0], ["out"]), ([], []),
        ])
    func returned(_ kept: [Int], _ seen: [String]) async throws {
        try await ScriptedHarness.with { harness in
            try await harness.add(
                Self.importer + """
                    if (sharedState.get("asked") === null) {
                        sharedState.put("asked", true);
                        action = fr.Action.send(new fr.TextOutputCallback(4, "x()"), new fr.NameCallback("Name"),
                            new fr.TextOutputCallback(0, "Text"), new fr.TextInputCallback("Input", "")).build();
                    } else {
                        var types = ["seen"];
                        for (var i = 0; i < callbacks.size(); i++) {
                            var callback = callbacks.get(i);
                            types.push(callback instanceof fr.NameCallback ? "name"
                                : callback instanceof fr.TextInputCallback ? "text" : callback instanceof fr.TextOutputCallback ? "out" : "?");
                        }
                        outcome = types.join("-");
                    }
                    """, .legacy, outcomes: [(["seen"] + seen).joined(separator: "-")])
            var step = try await harness.base.step("Single").answered([nil, "demo", nil, "text"])
            step.callbacks = kept.map { step.callbacks[$0] }
            #expect(try await harness.base.send(step).step.message == (["seen"] + seen).joined(separator: "-"))
        }
    }

    @Test("an answered callback tells its prompt and choices as well as its answer")
    func answered() async throws {
        try await ScriptedHarness.with { harness in
            try await harness.add(
                Self.importer + """
                    if (callbacks.isEmpty()) {
                        action = fr.Action.send(new fr.NameCallback("Name"), new fr.ChoiceCallback("Which", ["x", "y"], 0, false)).build();
                    } else {
                        var name = callbacks.get(0), choice = callbacks.get(1);
                        outcome = name.getPrompt() + name.getName() + choice.getChoices().get(choice.getSelectedIndexes()[0]);
                    }
                    """, .legacy, outcomes: ["Namedemoy"])
            let base = harness.base
            let reply = try await base.send(base.step("Single"), "demo", 1)
            #expect(try reply.step.message == "Namedemoy")
        }
    }

    @Test("every class has methods", arguments: JavaStandIns.packages.filter { $0.key.contains("callback") }.keys.sorted())
    func methods(_ package: String) async throws {
        let names = JavaStandIns.packages[package] ?? []
        let step = try await step(
            """
            var bare = \(JSONValue.array(names.map(JSONValue.string)).text).filter(function (name) {
                return !Object.getOwnPropertyNames(\(package)[name].prototype).some(function (own) { return /^get[A-Z]/.test(own); });
            });
            action = fr.Action.send(new fr.TextOutputCallback(0, "bare: " + bare.join()), new fr.NameCallback("x")).build();
            """)
        #expect(step.message == "bare: ")
    }

    @Test("the classes of which a check knows stand-ins are those that scripts find", arguments: JavaStandIns.packages.keys.sorted())
    func standIns(_ package: String) async throws {
        let step = try await step(
            """
            var found = Object.keys(new JavaImporter(\(package))).sort().join();
            action = fr.Action.send(new fr.TextOutputCallback(0, found), new fr.NameCallback("x")).build();
            """)
        #expect(step.message == (JavaStandIns.packages[package] ?? []).sorted().joined(separator: ","))
    }
}
