{{- define "offgrid-portal.name" -}}
{{- if contains "offgrid-portal" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-offgrid-portal" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "offgrid-portal.selector" -}}
app.kubernetes.io/name: offgrid-portal
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "offgrid-portal.labels" -}}
{{ include "offgrid-portal.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* The component that serves HTTP, and the one to which controllers connect. */}}
{{- define "offgrid-portal.http" -}}
{{ ternary "api" "portal" .Values.split }}
{{- end }}
{{- define "offgrid-portal.mqtt" -}}
{{ ternary "ingest" "portal" .Values.split }}
{{- end }}

{{- define "offgrid-portal.host" -}}
{{ (urlParse .Values.publicUrl).hostname }}
{{- end }}

{{/* What the schema of the values cannot say, in a sentence that names the remedy. */}}
{{- define "offgrid-portal.checks" -}}
{{- if not .Values.publicUrl }}
{{- fail "Set publicUrl to the address at which people reach the portal, such as https://portal.example.org." }}
{{- end }}
{{- if not (or .Values.existingSecret (hasKey .Values.secretSettings "DATABASE_URL")) }}
{{- fail "The portal needs a PostgreSQL: name a Secret with DATABASE_URL in existingSecret, or set secretSettings.DATABASE_URL." }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.trustedProxies) }}
{{- fail "Behind an ingress all people would count as one caller: set trustedProxies to the network of the ingress controller's pods." }}
{{- end }}
{{- if and .Values.split (not .Values.portalKeySecret) }}
{{- fail "Split processes need the same portal.key: make a Secret with it and name it in portalKeySecret." }}
{{- end }}
{{- if and .Values.split (not .Values.mqtt.tlsSecret) }}
{{- fail "Split processes take controllers by MQTT over TLS alone: name the Secret of its certificate in mqtt.tlsSecret." }}
{{- end }}
{{- end }}
