import ScriptMessages
import Testing

@testable import JourneyModel

@Suite("Java classes that a script names")
struct JavaUsesTests {
    @Test(
        "one without a stand-in is found, however it is named",
        arguments: [
            ("var fr = JavaImporter(org.forgerock.secrets.SecretBuilder);", ["org.forgerock.secrets.SecretBuilder"]),
            ("var x = new Packages.java.util.Scanner(a);", ["java.util.Scanner"]),
            ("java.text\n  .SimpleDateFormat /* here */ . getInstance()", ["java.text.SimpleDateFormat"]),
            ("var fr = new JavaImporter(java.util); var s = new fr.Scanner('x')", ["Scanner"]),
            ("fr = JavaImporter(java.util)\nwith (fr) { var s = new Scanner('x'); }", ["Scanner"]),
            ("importClass(java.util.Locale); Locale.ROOT", ["java.util.Locale"]),
            (
                "new org.forgerock.secrets.SecretBuilder(); new org.forgerock.secrets.SecretBuilder()",
                ["org.forgerock.secrets.SecretBuilder"]
            ),
            ("var a = JavaImporter(java.util.Scanner); new a.Scanner()", ["java.util.Scanner"]),
        ])
    func found(_ text: String, _ missing: [String]) {
        #expect(JavaUses(text, .legacy).missing == missing)
    }

    @Test(
        "one with a stand-in, and what is no class of Java's, is not",
        arguments: [
            "var fr = JavaImporter(org.forgerock.openam.auth.node.api, javax.security.auth.callback.NameCallback); new fr.NameCallback('x')",
            "// java.util.Scanner\n/* org.x.Y */ var s = \"com.sun.Z\" + 'java.util.Scanner' + `org.x.Y`",
            "var org = { name: { First: 1 } }; org.name.First", "function Point() {} ; var fr = JavaImporter(java.util); new Point()",
            "java.util.Arrays.asList(1)", "new Date(); var i = JavaImporter(); new RegExp('a')", "obj.java.util.Scanner", "1.5.org.X",
            "var s = 'unended \n java.util.ArrayList", "", "java", "java.", "/*", "'\\", "org.forgerock.secrets",
        ])
    func known(_ text: String) {
        #expect(JavaUses(text, .legacy).missing == [])
    }

    @Test("scripts of the newer generation find the classes of the package java alone")
    func next() {
        #expect(JavaUses("new java.util.ArrayList()", .next).missing == [])
        #expect(JavaUses("javax.security.auth.callback.NameCallback", .next).missing == ["javax.security.auth.callback.NameCallback"])
    }

    @Test("no more are told than are read, however many a script names")
    func most() {
        let text = (0..<500).map { "java.made.Up\($0);" }.joined()
        #expect(JavaUses(text, .legacy).missing.count == 20)
    }
}
