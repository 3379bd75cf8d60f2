-- Exchanges each code of a file once; then it asks for nothing useful and the driver stops counting.
-- Arguments: path, form without the code, file with codes, file to write refresh tokens to.
require("common")
local path, rest, codes, file, next_code = nil, nil, nil, nil, 0
function init(args)
    path, rest, codes, file = args[1], args[2], lines(args[3]), io.open(args[4], "a")
    file:setvbuf("line")
end
function request()
    next_code = next_code + 1
    if next_code > #codes then wrk.thread:stop() end
    return form(path, rest .. "&code=" .. (codes[next_code] or "none"))
end
function response(status, _, body)
    count(status, 200)
    local token = member(body, "refresh_token")
    if token then file:write(token, "\n") end
end
