import GatehouseServer
import ServerTesting
import Testing

@Suite("Settings files")
struct SettingsFileTests {
    @Test(
        "what isn't one plain value for each key is refused",
        arguments: ["- port", "port: [1]", "port: {a: 1}", "port", "port: 1\nport: 2", "port: 'x", "? [a]\n: 1"])
    func refused(_ text: String) {
        #expect(throws: ConfigurationError.self) { try SettingsFile(text, path: "test.yaml") }
    }

    @Test("a file of comments, and an empty one, give nothing", arguments: ["", "# nothing\n", "---\n"])
    func empty(_ text: String) throws {
        let settings = try ResolvedSettings(file: SettingsFile(text, path: "test.yaml"))
        #expect(settings.values.port == 8080)
    }

    @Test("a file that isn't there is named")
    func missing() {
        let error = #expect(throws: ConfigurationError.self) { try SettingsFile(path: "/nowhere/gatehouse.yaml") }
        #expect(error?.description.contains("/nowhere/gatehouse.yaml") == true)
    }
}
