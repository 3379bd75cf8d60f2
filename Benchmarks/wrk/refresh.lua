-- Refreshes with rotation: every answer's refresh token is used once more. Arguments: path, form, file with refresh tokens.
require("common")
local tokens, first, last, refresh
function init(args)
    tokens, refresh = lines(args[3]), form(args[1], args[2], "refresh_token")
    first, last = 1, #tokens
end
function request()
    local token = tokens[first]
    tokens[first] = nil
    first = first + 1
    return refresh(token or "none")
end
function response(status, _, body)
    count(status, 200)
    local token = member(body, "refresh_token")
    if token then
        last = last + 1
        tokens[last] = token
    end
end
