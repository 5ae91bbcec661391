# The server alone, with SQLite in /data unless --database says otherwise: docker run -p 8000:8000 -v archivist:/data IMAGE
FROM python:3.12-slim
WORKDIR /app
COPY pyproject.toml build_hook.py README.md LICENSE ./
COPY building building
COPY src src
RUN ARCHIVIST_PURE=1 pip install --no-cache-dir '.[cli,server]' && useradd --create-home archivist && mkdir /data && chown archivist /data
USER archivist
ENV ARCHIVIST_HOME=/data
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/api/health')"]
ENTRYPOINT ["archivist", "serve", "--host", "0.0.0.0"]
