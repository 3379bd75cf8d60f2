# Doc comments whose first line begins with a relative clause or a preposition, in place of the noun or the verb; and other comments and later
# paragraphs that begin with such a clause about a thing or a person.
FNR == 1 { inside = "" }
{
    doc = /^[ \t]*\/\/\//
    kind = doc ? "///" : /^[ \t]*\/\// ? "//" : ""
    line = $0
    sub(/^[ \t]*\/\/\/? */, "", line)
    if (kind != "" && (kind != inside || blank)) {
        split(line, words, /[ ,.:;]/)
        if (words[1] ~ /^(What|Whatever|Who|Whom|Whose|Whoever|Somebody|Nobody)(.s)?$/ ||
            doc && kind != inside && (words[1] ~ /^(How|Why|Which|Where|When|That|As|So|Since|Such)$/ ||
            words[1] ~ /^(By|Until|Of|For|From|To|With|Without|In|On|At|After|Before|Above|Below|Over|Under|Past|Down)$/))
            print FILENAME ":" FNR ": " line
    }
    blank = kind != "" && line == ""
    inside = kind
}
