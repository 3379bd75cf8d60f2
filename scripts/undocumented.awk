# Public types, functions and subscripts without a doc comment. Read every file twice: pass=1 FILES pass=2 FILES.
#
# Properties and initialisers of a documented type may speak for themselves. What meets a protocol takes its documentation
# from there: == and hash, Codable, functions that a protocol of ours asks for, and all inside an extension that conforms.
FNR == 1 { documented = 0; conforming = 0; inProtocol = 0 }

/^public protocol / { inProtocol = 1 }
/^}/ { inProtocol = 0; conforming = 0 }
pass == 1 && inProtocol && match($0, /func [A-Za-z]+/) { required[substr($0, RSTART + 5, RLENGTH - 5)] = 1 }
pass == 1 { next }

/^(public )?extension [A-Za-z0-9_.]+ *:/ { conforming = 1 }
/^ *\/\/\// { documented = 1; next }
/^ *@[a-zA-Z]+(\([^)]*\))? *$/ { next }
/^ *(@[a-zA-Z_]+(\([^)]*\))? +)*public ((static|final|mutating|nonisolated|indirect|class) )*(func|struct|class|enum|actor|protocol|subscript|macro) / {
    plain = /func ==|func hash\(into|func encode\(to|enum Code[: ]/
    if (match($0, /func [A-Za-z]+/) && substr($0, RSTART + 5, RLENGTH - 5) in required) plain = 1
    if (!documented && !conforming && !plain) printf "%s:%d: %s\n", FILENAME, FNR, $0
}
{ documented = 0 }
