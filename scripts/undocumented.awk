# Public declarations without a doc comment. A member that only meets a protocol needs none: those inside an extension
# that adds a conformance, and the ones whose name says all (hash, ==, encode, init(from:), description, id).
FNR == 1 { documented = 0; conforming = 0; deprecated = 0 }
/^(public )?extension [A-Za-z0-9_.]+ *:/ { conforming = 1 }
/^}/ { conforming = 0 }
/^ *\/\/\// { documented = 1; next }
/^ *@[a-zA-Z]+(\([^)]*\))? *$/ { next }
/^ *(@[a-zA-Z_]+(\([^)]*\))? +)*public (static |final |mutating |nonisolated |convenience |override |class )*(func|var|let|init|struct|class|enum|actor|protocol|subscript|typealias|case|macro)/ {
    plain = /func ==|func hash\(into|func encode\(to|init\(from |var (description|debugDescription|id|errorDescription)[:{ ]|public init\(\)/
    if (!documented && !conforming && !plain) printf "%s:%d: %s\n", FILENAME, FNR, $0
}
{ documented = 0 }
