-- Asks wrk for the paths of a file (PATHS), one after the other, and prints the figures as JSON.
local paths = {}
for path in io.lines(os.getenv("PATHS")) do paths[#paths + 1] = path end

local asked = 0
function request()
  asked = asked + 1
  return wrk.format("GET", paths[(asked - 1) % #paths + 1])
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  local figures = '{"rate":%.1f,"p50":%.2f,"p99":%.2f,"asked":%d,"failed":%d}\n'
  local seconds = summary.duration / 1e6
  io.write(figures:format(
    summary.requests / seconds,
    latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3,
    summary.requests,
    failed
  ))
end
