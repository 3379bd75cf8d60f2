-- Sends each batch of a file once. Arguments: any path, file with "token payload" lines, path of the call.
require("common")
local requests, none, next_batch, begun = {}, nil, 0, nil
function init(args)
    for _, line in ipairs(lines(args[2])) do
        local token, payload = line:match("^(%S+) (%S+)$")
        local headers = { ["Content-Type"] = "application/jose", ["Authorization"] = "Bearer " .. token }
        requests[#requests + 1] = wrk.format("POST", args[3], headers, payload)
    end
    none = wrk.format("POST", args[3], {}, "none")
end
function request()
    begun = begun or clock()
    next_batch = next_batch + 1
    if next_batch > #requests then wrk.thread:stop() end
    return requests[next_batch] or none
end
function response(status)
    count(status, 200)
    took = clock() - begun
end
