-- Exchanges each code of a file once; then it asks for nothing useful and the driver stops counting.
-- Arguments: path, form without the code, file with codes, file to write refresh tokens to.
require("common")
local codes, file, exchange, next_code = nil, nil, nil, 0
function init(args)
    codes, file, exchange = lines(args[3]), io.open(args[4], "a"), form(args[1], args[2], "code")
end
function request()
    next_code = next_code + 1
    if next_code > #codes then wrk.thread:stop() end
    return exchange(codes[next_code] or "none")
end
function response(status, _, body)
    count(status, 200)
    local token = member(body, "refresh_token")
    if token then file:write(token, "\n") end
end
