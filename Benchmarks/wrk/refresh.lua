-- Refreshes with rotation: every answer's refresh token is used once more. Arguments: path, form, file with refresh tokens.
require("common")
local path, rest, tokens, first, last
function init(args)
    path, rest, tokens = args[1], args[2], lines(args[3])
    first, last = 1, #tokens
end
function request()
    local token = tokens[first]
    tokens[first] = nil
    first = first + 1
    return form(path, rest .. "&refresh_token=" .. (token or "none"))
end
function response(status, _, body)
    count(status, 200)
    local token = member(body, "refresh_token")
    if token then
        last = last + 1
        tokens[last] = token
    end
end
