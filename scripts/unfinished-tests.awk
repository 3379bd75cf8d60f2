# The tests of a log of `swift test` that started and neither passed nor failed.
{
    if (!match($0, /Test (case passing .* to )?".*" (with [0-9]+ test cases? )?(started|passed|failed)/)) next
    event = substr($0, RSTART, RLENGTH)
    kind = event
    sub(/.* /, "", kind)
    name = event
    sub(/^Test (case passing .* to )?"/, "", name)
    sub(/" (with [0-9]+ test cases? )?(started|passed|failed)$/, "", name)
    if (event ~ /^Test case passing/) next
    open[name] += kind == "started" ? 1 : -1
}
END { for (name in open) if (open[name] > 0) print "  " name }
