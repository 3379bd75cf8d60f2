# Public types, functions and subscripts without a doc comment. Properties and initialisers of a documented type may speak
# for themselves, as may what only meets a protocol: == and hash, Codable, and all inside an extension that conforms.
FNR == 1 { documented = 0; conforming = 0 }
/^(public )?extension [A-Za-z0-9_.]+ *:/ { conforming = 1 }
/^}/ { conforming = 0 }
/^ *\/\/\// { documented = 1; next }
/^ *@[a-zA-Z]+(\([^)]*\))? *$/ { next }
/^ *(@[a-zA-Z_]+(\([^)]*\))? +)*public ((static|final|mutating|nonisolated|indirect|class) )*(func|struct|class|enum|actor|protocol|subscript|macro) / {
    plain = /func ==|func hash\(into|func encode\(to|enum Code[: ]/
    if (!documented && !conforming && !plain) printf "%s:%d: %s\n", FILENAME, FNR, $0
}
{ documented = 0 }
