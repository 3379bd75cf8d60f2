-- The same POST again and again. Arguments: path, content type ("-" for none), body, further headers as name=value.
require("common")
local request_text
function init(args)
    local headers = { ["Accept-API-Version"] = "resource=2.1, protocol=1.0", ["X-Requested-With"] = "forgerock-sdk" }
    if args[2] ~= "-" then headers["Content-Type"] = args[2] end
    for i = 4, #args do
        local name, value = args[i]:match("^([^=]+)=(.*)$")
        headers[name] = value
    end
    request_text = wrk.format("POST", args[1], headers, args[3] or "")
end
function request() return request_text end
function response(status) count(status, 200) end
