-- Sends each batch of a file once. Arguments: any path, file with "token payload" lines, path of the call.
require("common")
local batches, path, next_batch, begun = nil, nil, 0, nil
function init(args)
    batches = lines(args[2])
    path = args[3]
end
function request()
    begun = begun or clock()
    next_batch = next_batch + 1
    if next_batch > #batches then wrk.thread:stop() end
    local token, payload = (batches[next_batch] or "none none"):match("^(%S+) (%S+)$")
    return wrk.format("POST", path, { ["Content-Type"] = "application/jose", ["Authorization"] = "Bearer " .. token }, payload)
end
function response(status)
    count(status, 200)
    took = clock() - begun
end
