"""Traces and metrics as OTLP over HTTP, read with OpenTelemetry's own messages."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest, ExportMetricsServiceResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest, ExportTraceServiceResponse
from opentelemetry.proto.metrics.v1.metrics_pb2 import AggregationTemporality
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from support.curl import curl
from support.journey import sign_in
from support.server import PASSWORD, Server

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


class Collector:
    """Takes what is sent to /v1/traces and /v1/metrics, after it has refused each kind once."""

    def __init__(self):
        self.traces, self.metrics, self.refused, self.headers = [], [], set(), []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, answer = collector.take(self.path, dict(self.headers), body)
                self.send_response(status)
                self.send_header("Content-Type", "application/x-protobuf")
                self.send_header("Content-Length", str(len(answer)))
                if status == 503:
                    self.send_header("Retry-After", "1")
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, path, headers, body):
        if path not in self.refused:
            self.refused.add(path)
            return 503, b""
        self.headers.append(headers)
        if path == "/v1/traces":
            self.traces.append(ExportTraceServiceRequest.FromString(body))
            # One span is said to be rejected, so that the answer is read.
            answer = ExportTraceServiceResponse()
            answer.partial_success.rejected_spans = 1
            return 200, answer.SerializeToString()
        assert path == "/v1/metrics"
        self.metrics.append(ExportMetricsServiceRequest.FromString(body))
        return 200, ExportMetricsServiceResponse().SerializeToString()

    @property
    def spans(self):
        return [span for request in self.traces for resource in request.resource_spans for scope in resource.scope_spans for span in scope.spans]

    @property
    def points(self):
        return [metric for request in self.metrics for resource in request.resource_metrics for scope in resource.scope_metrics for metric in scope.metrics]


def values(attributes) -> dict:
    return {pair.key: getattr(pair.value, pair.value.WhichOneof("value")) for pair in attributes}


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What a collector was told by a server that a user has signed in to and that has stopped."""
    directory = tmp_path_factory.mktemp("telemetry")
    headers = directory / "headers"
    headers.write_text("Authorization: Bearer of-the-collector\n")
    collector = Collector()
    server = Server(directory, options=("--otlp-endpoint", collector.url, "--otlp-headers-file", str(headers), "--otlp-interval", "2", "--node-name", "node-7"))
    server.start()
    try:
        sign_in(server)
        trace = {"traceparent": f"00-{TRACE}-{PARENT}-01", "tracestate": "vendor=kept"}
        assert curl("GET", f"{server.alpha}/.well-known/openid-configuration", headers=trace).status == 200
        unsampled = {"traceparent": f"00-{TRACE[::-1]}-{PARENT}-00"}
        assert curl("GET", f"{server.alpha}/.well-known/openid-configuration", headers=unsampled).status == 200
        assert curl("GET", f"{server.base}/ready").status == 200
        # The second report tells what became of the first.
        deadline = time.monotonic() + 60
        while len(collector.metrics) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
    finally:
        assert server.stop() == 0, server.log.read_text()
    collector.log = server.log.read_text()
    return collector


def test_every_message_is_one_of_the_process(told):
    requests = [resource.resource for request in told.traces for resource in request.resource_spans]
    requests += [resource.resource for request in told.metrics for resource in request.resource_metrics]
    assert requests
    for resource in requests:
        attributes = values(resource.attributes)
        assert attributes["service.name"] == "gatehouse" and attributes["service.instance.id"] == "node-7"
        assert attributes["service.version"].count(".") == 2
    for headers in told.headers:
        assert headers["Authorization"] == "Bearer of-the-collector" and headers["Content-Type"] == "application/x-protobuf"


def test_a_request_goes_on_with_its_callers_trace(told):
    spans = [span for span in told.spans if span.trace_id.hex() == TRACE]
    request = next(span for span in spans if span.parent_span_id.hex() == PARENT)
    assert request.kind == Span.SPAN_KIND_SERVER and request.trace_state == "vendor=kept"
    attributes = values(request.attributes)
    assert attributes["http.response.status_code"] == 200 and attributes["http.request.method"] == "GET"
    assert request.name == f"GET {attributes['http.route']}" and "openid-configuration" in attributes["http.route"]
    assert 0 < request.start_time_unix_nano <= request.end_time_unix_nano
    assert request.status.code == Status.STATUS_CODE_UNSET
    assert not [span for span in told.spans if span.trace_id.hex() == TRACE[::-1]]


def test_statements_are_named_and_have_no_values(told):
    statements = [span for span in told.spans if "db.query.summary" in values(span.attributes)]
    assert {values(span.attributes)["db.system.name"] for span in statements} == {"sqlite"}
    assert any(span.name.startswith("SELECT ") for span in statements) and any(span.name.startswith("INSERT ") for span in statements)
    known = {span.span_id for span in told.spans}
    assert all(span.parent_span_id in known for span in statements) and all(span.kind == Span.SPAN_KIND_CLIENT for span in statements)
    everything = b"".join(request.SerializeToString() for request in told.traces + told.metrics)
    assert PASSWORD.encode() not in everything and b"127.0.0.1" not in everything


def test_metrics_are_sums_gauges_and_histograms(told):
    metrics = {metric.name: metric for metric in told.points}
    requests = metrics["http_requests_total"].sum
    assert requests.is_monotonic and requests.aggregation_temporality == AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE
    assert all(0 < point.start_time_unix_nano < point.time_unix_nano and point.as_double >= 1 for point in requests.data_points)
    assert {"route", "method", "status"} == set(values(requests.data_points[0].attributes))
    duration = metrics["http_request_duration_seconds"]
    assert duration.unit == "s"
    for point in duration.histogram.data_points:
        assert len(point.bucket_counts) == len(point.explicit_bounds) + 1 and sum(point.bucket_counts) == point.count > 0
        assert list(point.explicit_bounds) == sorted(point.explicit_bounds) and point.sum > 0
    assert metrics["process_resident_memory_bytes"].gauge.data_points[0].as_double > 1 << 20
    assert values(metrics["gatehouse_node_info"].gauge.data_points[0].attributes)["node"] == "node-7"


def test_what_was_refused_once_came_again_and_the_collectors_word_is_counted(told):
    outcomes = {}
    for metric in told.points:
        if metric.name == "otlp_items_total":
            for point in metric.sum.data_points:
                outcomes[tuple(sorted(values(point.attributes).items()))] = point.as_double
    assert told.refused == {"/v1/traces", "/v1/metrics"} and told.spans
    assert outcomes[(("outcome", "exported"), ("signal", "metrics"))] > 0
    assert "the collector rejected 1 of" in told.log
