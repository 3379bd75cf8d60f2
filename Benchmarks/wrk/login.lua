-- Whole password logins: a start, then the answered step. Counts completed logins. Arguments: path, prefix of the
-- users' names, how many there are (prefix1, prefix2…), password.
require("common")
local start, path, prefix, users, password, steps, turn = nil, nil, nil, nil, nil, {}, 0
local headers = {
    ["Accept-API-Version"] = "resource=2.1, protocol=1.0", ["X-Requested-With"] = "forgerock-sdk",
    ["Content-Type"] = "application/json",
}
local answer = '{"authId":"%s","callbacks":[{"type":"NameCallback","input":[{"name":"IDToken1","value":"%s"}]},'
    .. '{"type":"PasswordCallback","input":[{"name":"IDToken2","value":"%s"}]}]}'
function init(args)
    path, prefix, users, password = args[1], args[2], tonumber(args[3]), args[4]
    start = wrk.format("POST", path, headers, "")
end
function request()
    local step = table.remove(steps)
    if not step then return start end
    turn = turn % users + 1
    return wrk.format("POST", path, headers, string.format(answer, step, prefix .. turn, password))
end
function response(status, _, body)
    local step = member(body, "authId")
    if step then
        steps[#steps + 1] = step
    else
        count(status, 200)
    end
end
