# Doc comments whose first line begins with a relative clause or a preposition, in place of the noun or the verb.
FNR == 1 { inside = 0 }
{
    comment = /^[ \t]*\/\/\//
    if (comment && !inside) {
        line = $0
        sub(/^[ \t]*\/\/\/ */, "", line)
        split(line, words, /[ ,.:;]/)
        if (words[1] ~ /^(What|Whatever|How|Why|Who|Whom|Whose|Whoever|Which|Where|When|That|As|So|Since|Such)$/ ||
            words[1] ~ /^(By|Until|Of|For|From|To|With|Without|In|On|At|After|Before|Above|Below|Over|Under|Past|Down)$/ ||
            words[1] ~ /^(Somebody|Nobody)(.s)?$/)
            print FILENAME ":" FNR ": " line
    }
    inside = comment
}
