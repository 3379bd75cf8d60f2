"""The examples for containers, which no test runs: each has the form that Compose or Kubernetes asks for, and names settings that there are."""

import re
import subprocess
import sys

import kubernetes_validate
import pytest
import yaml

from support.cluster import EXAMPLES
from support.server import PROGRAM

MANIFESTS = sorted(path for path in (EXAMPLES / "kubernetes").glob("*.yaml") if path.name != "kustomization.yaml")


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.name)
def test_a_manifest_has_kubernetes_form(path):
    kubernetes_validate.validate(yaml.safe_load(path.read_text()), "1.34", strict=True)


def test_the_checker_of_manifests_finds_a_mistake():
    manifest = yaml.safe_load((EXAMPLES / "kubernetes/deployment.yaml").read_text())
    manifest["spec"]["replicas"] = "three"
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(manifest, "1.34", strict=True)


def test_the_kustomization_names_every_manifest():
    named = yaml.safe_load((EXAMPLES / "kubernetes/kustomization.yaml").read_text())["resources"]
    assert sorted(named) == [path.name for path in MANIFESTS]


def test_the_compose_file_has_compose_s_form():
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*command, EXAMPLES / "compose.yaml"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["compose.yaml", "kubernetes/settings.yaml"])
def test_the_variables_are_settings(name):
    known = subprocess.run([PROGRAM, "config", "settings", "--markdown"], capture_output=True, text=True, check=True).stdout
    named = re.findall(r"\bGATEHOUSE_([A-Z_]+):", (EXAMPLES / name).read_text())
    assert named and all(f"`{each.lower().replace('_', '-')}`" in known for each in named), named
