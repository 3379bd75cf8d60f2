-- Checks each passcode of a file once. Arguments: any path, file with "path passcode" lines, authorization header.
require("common")
local checks, headers, next_check, begun = nil, nil, 0, nil
function init(args)
    checks = lines(args[2])
    headers = { ["Content-Type"] = "application/vnd.pingidentity.otp.check+json", ["Authorization"] = args[3] }
end
function request()
    begun = begun or clock()
    next_check = next_check + 1
    if next_check > #checks then wrk.thread:stop() end
    local path, code = (checks[next_check] or "/none 0"):match("^(%S+) (%S+)$")
    return wrk.format("POST", path, headers, '{"otp":"' .. code .. '"}')
end
function response(status)
    count(status, 200)
    took = clock() - begun
end
