@testable import GatehouseServer
import ServerTesting
import Testing

@Suite("The settings file of an installed server")
struct InstalledSettingsTests {
    @Test("a command reads it unless it names a file, a data directory or a demonstration")
    func chosen() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("port: 1\n", to: "gatehouse.yaml")
        func chosen(_ named: String? = nil, _ flags: [String: String] = [:], _ environment: [String: String] = [:]) -> String? {
            SettingsFile.chosen(named, flags: flags, environment: environment, installed: file)
        }
        #expect(chosen() == file && chosen(nil, ["port": "9000"]) == file)
        #expect(chosen("other.yaml") == "other.yaml" && chosen(nil, [:], ["GATEHOUSE_CONFIG": "third.yaml"]) == "third.yaml")
        #expect(chosen("other.yaml", ["data-directory": "x"]) == "other.yaml")
        #expect(chosen(nil, ["data-directory": "x"]) == nil && chosen(nil, ["demo": "true"]) == nil)
        #expect(chosen(nil, [:], ["GATEHOUSE_DATA_DIRECTORY": "x"]) == nil)
        directory.remove()
        #expect(chosen() == nil)
    }

    @Test(
        "any value that is written is read as the same",
        arguments: [
            "plain", "/a/b-c.pem", "with space", "https://a.example:8443", "::", "a: b", "a #b", "\"quoted\"", "back\\slash", "'", "true",
            "- x",
            "-x", "{a}", "ü", "1e3", "~", "*a", "&a", "%d/tls.key", "",
        ])
    func written(value: String) throws {
        let text = SettingsFile.text(["tls-key": value, "port": "443"])
        let file = try SettingsFile(text, path: "test.yaml")
        #expect(file.entries["tls-key"]?.text == value && file.entries["port"]?.text == "443" && file.entries.count == 2)
    }
}
