import Testing
@testable import DevicePolicies

@Suite("Texts with variables")
struct VariableTextTests {
    @Test(
        "a variable is a name in ${}; whatever else has a dollar sign stands for itself",
        arguments: [
            ("Your code is ${otp}.", ["otp"], "Your code is <otp>."), ("${a}${b.c-d_1}", ["a", "b.c-d_1"], "<a><b.c-d_1>"),
            ("no variable", [], "no variable"), ("", [], ""), ("$", [], "$"), ("${", [], "${"), ("${}", [], "${}"), ("${a", [], "${a"),
            ("${a b}", [], "${a b}"), ("$${a}", ["a"], "$<a>"), ("${${a}}", ["a"], "${<a>}"), ("${é}", [], "${é}"), ("$ {a}", [], "$ {a}"),
            ("{a}", [], "{a}"), ("€${a}\u{301}", [], "€${a}\u{301}"),
        ] as [(String, [String], String)])
    func filled(_ text: String, _ names: [String], _ result: String) {
        let variables = VariableText(text)
        #expect(variables.names == Set(names))
        #expect(variables.filled { "<\($0)>" } == result)
    }

    @Test("a name has 64 bytes at the most")
    func bounded() {
        let (longest, longer) = (String(repeating: "a", count: 64), String(repeating: "a", count: 65))
        #expect(VariableText("${\(longest)}").names == [longest] && VariableText("${\(longer)}").names.isEmpty)
    }

    @Test("a value isn't looked at again")
    func once() { #expect(VariableText("${a}").filled { _ in "${b}" } == "${b}") }
}
