"""The container, the compose file and the examples of docs/hosting.md, as far as this machine can try them."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

from tests.web.serving import Serving
from tools import uv

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
SETTINGS = set(re.findall(r"^\| `(CROWNLAND_\w+)`", GUIDE, re.MULTILINE))


def example(language: str) -> str:
    """The one example of docs/hosting.md in *language*."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)
    return str(found)


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, each on one line."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


def last(name: str) -> str:
    return [rest for found, rest in instructions() if found == name][-1]


def environment() -> dict[str, str]:
    return dict(part.split("=", 1) for part in shlex.split(last("ENV")))


def run(*command: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, **options)


def test_the_image_runs_as_a_user_of_its_own_and_keeps_only_its_volumes() -> None:
    names = [name for name, _ in instructions()]
    known = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
    assert set(names) <= known
    assert f"useradd --system --uid 10001 --home-dir /var/lib/crownland {last('USER')}" in last("RUN")
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert not {"RUN", "COPY"} & set(names[names.index("USER") :])  # nothing of the program belongs to that user
    folders = json.loads(last("VOLUME"))
    assert folders == [environment()["CROWNLAND_DATA"], environment()["CROWNLAND_CACHE"]]
    assert all(folder in last("RUN") for folder in folders)
    assert environment()["CROWNLAND_PORT"] == last("EXPOSE")


def test_the_image_is_built_with_pinned_tools() -> None:
    images = [rest.split()[0] for name, rest in instructions() if name == "FROM"]
    assert all(re.search(r":\d", image) for image in images)
    assert f"uv=={uv.VERSION}" in " ".join(rest for name, rest in instructions() if name == "RUN")


def test_the_image_leaves_out_what_is_made_and_not_written() -> None:
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv", "**/node_modules", "src/crownland/page"} <= set(ignored)


def test_the_entry_point_serves_and_the_health_check_tells_a_ready_server_from_none(tmp_path: Path) -> None:
    assert (json.loads(last("ENTRYPOINT")), json.loads(last("CMD"))) == (["crownland"], ["serve"])
    python, *command = json.loads(last("HEALTHCHECK").partition("CMD ")[2])
    assert python == "python"
    of_image = {name: value for name, value in environment().items() if name not in ("PATH", "CROWNLAND_CACHE")}
    with Serving(tmp_path, **of_image) as serving:  # which gives port and folder as options
        variables = {**os.environ, "CROWNLAND_PORT": str(serving.port)}
        healthy = run(sys.executable, *command, env=variables)
        assert healthy.returncode == 0, healthy.stderr
    assert run(sys.executable, *command, env=variables).returncode == 1


def test_the_entry_point_runs_as_the_user_of_the_image_and_writes_only_to_its_volumes() -> None:
    number = re.findall(r"--uid (\d+)", last("RUN"))[0]
    if shutil.which("setpriv") is None or os.geteuid() != 0:
        pytest.skip("expected setpriv, and root, who may run a command as another user")
    # The Python of a developer may lie where others cannot look; in the image they can.
    looks = [f"--{kind}-caps=-all,+dac_read_search" for kind in ("inh", "ambient")]
    as_user = ["setpriv", f"--reuid={number}", f"--regid={number}", "--clear-groups", "--no-new-privs", *looks]
    with TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        folders = {"CROWNLAND_DATA": Path(name, "data"), "CROWNLAND_CACHE": Path(name, "cache")}
        for folder in folders.values():  # as the Containerfile makes them
            folder.mkdir(mode=0o700)
            os.chown(folder, int(number), int(number))
        variables = {**os.environ, **environment(), "PATH": os.environ["PATH"], "HOME": "/nowhere"}
        variables |= {setting: str(folder) for setting, folder in folders.items()}
        command = [sys.executable, "-m", *json.loads(last("ENTRYPOINT")), *json.loads(last("CMD")), "--check"]
        checked = run(*as_user, *command, env=variables, cwd=name)
        assert checked.returncode == 0, checked.stdout + checked.stderr
        assert sorted(os.listdir(name)) == ["cache", "data"]


def test_the_compose_file_names_what_exists() -> None:
    compose = msgspec.yaml.decode((ROOT / "compose.yaml").read_bytes())
    server, database = compose["services"]["server"], compose["services"]["database"]
    assert (ROOT / server["build"]["dockerfile"]).exists()
    assert set(server["environment"]) <= SETTINGS
    assert server["environment"]["CROWNLAND_PROCESSES"] == 2
    assert set(server["depends_on"]) <= set(compose["services"])
    mounted = dict(volume.split(":") for one in compose["services"].values() for volume in one["volumes"])
    assert mounted.keys() == compose["volumes"].keys()
    assert set(json.loads(last("VOLUME"))) <= set(mounted.values())
    assert server["ports"] == [f"127.0.0.1:8000:{last('EXPOSE')}"]  # plain HTTP is for the proxy on this machine
    user, name = database["environment"]["POSTGRES_USER"], database["environment"]["POSTGRES_DB"]
    url = server["environment"]["CROWNLAND_DATABASE"]
    assert re.fullmatch(rf"postgresql\+psycopg://{user}:\$\{{\w+\}}@database/{name}", url)


def test_the_unit_is_one_that_systemd_accepts(tmp_path: Path) -> None:
    unit = example("ini")
    used = set(re.findall(r"\b(CROWNLAND_\w+)=", unit))
    assert used
    assert used <= SETTINGS
    assert f"Environment=CROWNLAND_CACHE={environment()['CROWNLAND_CACHE']}\n" in unit  # as in the container
    if shutil.which("systemd-analyze"):
        path = tmp_path / "crownland.service"
        path.write_text(unit.replace("/opt/crownland/bin/crownland", sys.executable))
        verified = run("systemd-analyze", "verify", "--man=no", str(path))
        assert (
            verified.returncode,
            [line for line in verified.stderr.splitlines() if "crownland.service" in line],
        ) == (0, [])


def test_caddy_accepts_the_example(tmp_path: Path) -> None:
    text = example("caddyfile")
    assert "reverse_proxy 127.0.0.1:8000" in text
    if shutil.which("caddy"):
        path = tmp_path / "Caddyfile"
        path.write_text(text)
        done = run(
            "caddy",
            "validate",
            "--adapter",
            "caddyfile",
            "--config",
            str(path),
            env=os.environ | {"HOME": str(tmp_path)},
        )
        assert done.returncode == 0, done.stderr


def test_nginx_accepts_the_example(tmp_path: Path) -> None:
    text = example("nginx")
    assert text.count("{") == text.count("}") == 2
    assert all(line.strip()[-1:] in ("", ";", "{", "}") for line in text.splitlines())
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if nginx and shutil.which("openssl"):
        made = ["-newkey", "rsa:2048", "-nodes", "-subj", "/CN=crownland.example.org", "-out", "fullchain.pem"]
        run("openssl", "req", "-x509", *made, "-keyout", "privkey.pem", cwd=tmp_path, check=True)
        here = text.replace("/etc/letsencrypt/live/crownland.example.org", str(tmp_path))
        path = tmp_path / "nginx.conf"
        path.write_text(f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {here} }}")
        done = run(nginx, "-t", "-c", str(path), "-p", str(tmp_path))
        assert done.returncode == 0, done.stderr
