import GatehouseServer
import ServerTesting
import Testing

@Suite("Settings from flags, environment, file and defaults")
struct ResolvedSettingsTests {
    /// One way of giving the port, by what is given.
    struct Precedence: Sendable, CustomTestStringConvertible {
        let flag: Bool, variable: Bool, file: Bool
        let port: Int

        var testDescription: String { "flag \(flag), variable \(variable), file \(file)" }

        static let all = [
            Precedence(flag: false, variable: false, file: false, port: 8080),
            Precedence(flag: false, variable: false, file: true, port: 3),
            Precedence(flag: false, variable: true, file: false, port: 2),
            Precedence(flag: false, variable: true, file: true, port: 2),
            Precedence(flag: true, variable: false, file: false, port: 1),
            Precedence(flag: true, variable: false, file: true, port: 1),
            Precedence(flag: true, variable: true, file: false, port: 1),
            Precedence(flag: true, variable: true, file: true, port: 1),
        ]
    }

    @Test("a flag goes before the environment, that before the file, that before the default", arguments: Precedence.all)
    func precedence(_ given: Precedence) throws {
        let settings = try ResolvedSettings(
            flags: given.flag ? ["port": "1"] : [:], environment: given.variable ? ["GATEHOUSE_PORT": "2"] : [:],
            file: given.file ? file("port: 3") : nil)
        #expect(settings.values.port == given.port)
    }

    @Test("each value tells where it came from")
    func sources() throws {
        let settings = try ResolvedSettings(
            flags: ["host": "::1"], environment: ["GATEHOUSE_PORT": "2"], file: file("# a comment\nlog-level: debug"))
        #expect(try settings.source(of: setting("host")) == .flag("host"))
        #expect(try settings.source(of: setting("port")) == .variable("GATEHOUSE_PORT"))
        #expect(try settings.source(of: setting("log-level")).description == "test.yaml:2")
        #expect(try settings.source(of: setting("demo")) == .standard)
    }

    @Test("an unknown key of a file is refused, with its line and the key that was meant")
    func unknownKey() throws {
        let error = #expect(throws: ConfigurationError.self) { try ResolvedSettings(file: file("host: ::1\nprot: 8080")) }
        #expect(error?.problems == ["test.yaml:2: there is no setting prot; did you mean port?"])
    }

    @Test("an unknown variable is only warned of, for Kubernetes sets some by itself")
    func unknownVariable() throws {
        let settings = try ResolvedSettings(environment: ["GATEHOUSE_HOTS": "::1", "HOTS": "1"])
        #expect(settings.warnings == ["the environment's GATEHOUSE_HOTS is no setting; did you mean GATEHOUSE_HOST?"])
    }

    @Test(
        "an impossible value is refused, whatever gives it",
        arguments: [
            ("port", "70000"), ("port", "-1"), ("port", "http"), ("log-level", "loud"), ("public-url", "login.example.com"),
            ("public-url", "https://login.example.com/am"), ("public-url", "ftp://login.example.com"), ("demo", "perhaps"),
            ("hashing-threads", "0"), ("session-cookie", "a cookie"), ("metrics", "everybody"), ("data-directory", ""),
            ("master-key", "c2hvcnQ="),
        ])
    func impossible(key: String, value: String) throws {
        let variable = try setting(key).variable
        #expect(throws: ConfigurationError.self) { try ResolvedSettings(environment: [variable: value]) }
        #expect(throws: ConfigurationError.self) { try ResolvedSettings(file: file("\(key): '\(value)'")) }
    }

    @Test("all problems are told at once")
    func allProblems() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ResolvedSettings(flags: ["port": "x"], environment: ["GATEHOUSE_DEMO": "x"], file: file("hots: x"))
        }
        #expect(error?.problems.count == 3)
    }

    @Test("a secret's value is in no error message")
    func secretsAreNotTold() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ResolvedSettings(environment: ["GATEHOUSE_MASTER_KEY": "hunter2hunter2"])
        }
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test("a secret has no flag, since everybody may list a process's arguments")
    func secretsHaveNoFlag() throws {
        #expect(try setting("master-key").isSecret)
        #expect(ServerSettings.descriptions.filter(\.isSecret).allSatisfy { $0.flag == nil })
    }

    @Test("every default is a possible value", arguments: ServerSettings.descriptions.map(\.key))
    func defaults(key: String) throws {
        let setting = try setting(key)
        if let text = setting.defaultText { _ = try ResolvedSettings(environment: [setting.variable: text]) }
    }

    @Test("keys and variables are each there once")
    func unique() {
        #expect(Set(ServerSettings.descriptions.map(\.key)).count == ServerSettings.descriptions.count)
        #expect(Set(ServerSettings.descriptions.map(\.variable)).count == ServerSettings.descriptions.count)
    }

    private func setting(_ key: String) throws -> ServerSettingDescription { try #require(ServerSettings.description(key)) }

    private func file(_ text: String) throws -> SettingsFile { try SettingsFile(text, path: "test.yaml") }
}
