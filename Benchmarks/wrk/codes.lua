-- Collects authorization codes. Arguments: path with query, session token, file to write the codes to.
require("common")
local request_text, file
function init(args)
    request_text = wrk.format("GET", args[1], { ["iPlanetDirectoryPro"] = args[2] })
    file = io.open(args[3], "a")
    file:setvbuf("line")
end
function request() return request_text end
function response(status, headers)
    count(status, 302)
    local code = (headers["Location"] or headers["location"] or ""):match("[?&]code=([^&]+)")
    if code then file:write(code, "\n") end
end
