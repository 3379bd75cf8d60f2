# Doc comments whose first line begins with a relative clause or a preposition, in place of the noun or the verb.
FNR == 1 { inside = 0 }
{
    comment = /^[ \t]*\/\/\//
    if (comment && !inside) {
        line = $0
        sub(/^[ \t]*\/\/\/ */, "", line)
        split(line, words, /[ ,.:;]/)
        if (words[1] ~ /^(What|How|By|Until|Of|Who|Which|Where|When|Whoever|Somebody(.s)?|Nobody(.s)?|From|As|That|So|Since|To|With|In|On|At|After|Before)$/)
            print FILENAME ":" FNR ": " line
    }
    inside = comment
}
