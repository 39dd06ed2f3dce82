# Reads OpenMetrics with the parser of its reference implementation, which is strict: a JSON list of texts on stdin gives a list of samples for each
# on stdout, and a text that is no OpenMetrics an error.
import json
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families


def read(text):
    return [[sample.name, sample.labels, sample.value] for family in text_string_to_metric_families(text) for sample in family.samples]


print(json.dumps([read(text) for text in json.load(sys.stdin)]))
