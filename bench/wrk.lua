-- Prints what bench/wrk.ts reads, as one line of JSON. No per-response callback: it would halve what wrk can do.
done = function(summary, latency, requests)
  local errors = summary.errors
  local wrong = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    '{"perSecond":%.1f,"p50":%.3f,"p99":%.3f,"bytesPerRequest":%.1f,"requests":%d,"wrong":%d}\n',
    summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    summary.bytes / summary.requests,
    summary.requests,
    wrong
  ))
end
