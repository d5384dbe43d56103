# The page in a container. `docker compose up` runs it with a read-only root (compose.yaml).
# A Python that all of requirements.lock has wheels for: there is no compiler in here.
FROM python:3.13-slim AS build
WORKDIR /source
COPY requirements.lock ./
RUN python -m venv /opt/shop && /opt/shop/bin/pip install --no-cache-dir --require-hashes --requirement requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY assistant assistant
COPY data data
COPY prompts prompts
# Beside the locked ones, what an extra brings, such as "[postgres]".
ARG EXTRAS=""
RUN /opt/shop/bin/pip install --no-cache-dir ".${EXTRAS}"

FROM python:3.13-slim
RUN useradd --uid 10001 --no-create-home shop && install --directory --owner=shop /var/lib/shop
COPY --from=build /opt/shop /opt/shop
WORKDIR /app
COPY app.py ./
COPY .streamlit/config.toml .streamlit/
ENV PATH=/opt/shop/bin:$PATH HOME=/var/lib/shop ASSISTANT_HOME=/var/lib/shop PYTHONDONTWRITEBYTECODE=1
USER shop
# Conversations and spoken answers; nothing else is ever written.
VOLUME /var/lib/shop
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
CMD ["python", "-m", "streamlit", "run", "app.py", "--server.headless=true", "--server.address=0.0.0.0", "--server.port=8501"]
